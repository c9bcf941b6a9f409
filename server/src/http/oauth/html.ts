/** Text that is HTML already. Only the tag below makes it, so nothing of a caller's gets in unescaped. */
export interface Html {
  readonly html: string
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Builds HTML: texts are escaped, HTML is spliced in, undefined is left out. Attributes must stand in quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly (string | Html | undefined)[]): Html {
  const text = strings.map((string, index) => string + partOf(parts[index])).join('')
  return { html: text }
}

function partOf(part: string | Html | undefined): string {
  if (part === undefined) return ''
  return typeof part === 'string' ? part.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '') : part.html
}
