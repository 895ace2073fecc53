/**
 * Formats a number of bytes: '812 bytes', '1.4 KB', '25 MB'. 1 MB is 2^20 bytes.
 * @param numberText formats a number with at most one decimal place; by default in US English, as in all messages
 */
export function formatSize(bytes: number, numberText = englishNumber): string {
  if (bytes === 1) return '1 byte'
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  let size = bytes
  let unit = 0
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${numberText(size < 100 ? size : Math.round(size))} ${units[unit]}`
}

function englishNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
}
