/** Text that is already HTML. */
export type Html = { readonly html: string }

type Value = string | number | Html | readonly Html[] | null | undefined

/** Returns HTML. Escapes every value that is not already HTML. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { html: parts.map((part, i) => part + toHtml(values[i])).join('') }
}

/** Returns paragraphs of HTML from text with `code` and **bold** markup. */
export function prose(text: string): Html {
  const paragraphs = text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph).html}</p>`)
    .join('\n')
  return { html: paragraphs }
}

/** Returns inline HTML from text with `code` and **bold** markup. */
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
