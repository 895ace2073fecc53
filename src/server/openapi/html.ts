/** Text that is HTML already. */
export type Html = { readonly html: string }

type Value = string | number | Html | readonly Html[] | null | undefined

/** HTML with values in it. A value that is not HTML already is text, and is escaped. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { html: parts.map((part, i) => part + toHtml(values[i])).join('') }
}

/** Text of paragraphs, with `code` and **strong words** in it. */
export function prose(text: string): Html {
  const paragraphs = text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph).html}</p>`)
    .join('\n')
  return { html: paragraphs }
}

/** One line of such text. */
export function inline(text: string): Html {
  return {
    html: escape(text)
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
  }
}

function toHtml(value: Value): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value))
  if ('html' in value) return value.html
  return value.map((one) => one.html).join('')
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
