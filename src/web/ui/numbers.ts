/**
 * Returns functions that format numbers for a reader, with formatters that are created on first use and cached.
 * @param locale a BCP 47 tag; the browser's locale if left out
 */
export function createNumberFormats(locale?: string) {
  const format = (options: Intl.NumberFormatOptions) => {
    let made: Intl.NumberFormat | undefined
    return (value: number) => (made ??= new Intl.NumberFormat(locale, options)).format(value)
  }
  const percent = format({ style: 'percent' })
  return {
    /** '1,234' */
    number: format({}),
    /** '1.4' */
    decimal: format({ maximumFractionDigits: 1 }),
    /** '60%' for 60 */
    percent: (value: number) => percent(value / 100),
  }
}

export const { number: numberText, decimal: decimalText, percent: percentText } = createNumberFormats()
