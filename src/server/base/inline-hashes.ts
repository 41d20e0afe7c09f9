// The hashes of inline scripts and styles of a document, with which its content security policy allows them.
import { createHash } from 'node:crypto'

/** Matches comments, scripts and styles with attributes and text, and whole other tags, because a tag in an attribute's value is not a tag. */
const ELEMENTS =
  /<!--[\s\S]*?-->|<(script|style)\b((?:"[^"]*"|'[^']*'|[^"'>])*)>([\s\S]*?)<\/\1>|<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi

/** Matches an attribute of a tag: its name and its value, quoted or not. */
const ATTRIBUTES = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g

/** What Astro and React write for characters in attributes. */
const CHARACTERS: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#x27;': "'",
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const decode = (value: string): string => value.replace(/&[#\w]+;/g, (entity) => CHARACTERS[entity] ?? entity)

/** The inline scripts and styles of a document, as CSP sources. */
export interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Of the values of style attributes. */
  readonly attributes: readonly string[]
}

/** Returns the values of the style attributes of a tag, as a browser reads them. */
function styleAttributes(tag: string): string[] {
  if (!/style\s*=/i.test(tag)) return []
  return [...tag.matchAll(ATTRIBUTES)]
    .filter(([, name = '']) => name.toLowerCase() === 'style')
    .map(([, , double, single, bare]) => decode(double ?? single ?? bare ?? ''))
}

/** Returns the hashes of the inline scripts and styles of a document. */
export function inlineHashes(html: string): InlineHashes {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const attributes = new Set<string>()
  for (const [whole, element, of = '', text = ''] of html.matchAll(ELEMENTS)) {
    if (whole.startsWith('<!--')) continue
    if (element?.toLowerCase() === 'style') styles.add(hashOf(text))
    else if (element !== undefined && !/\ssrc=|type="application\/(ld\+)?json"/.test(of)) scripts.add(hashOf(text))
    for (const value of styleAttributes(element === undefined ? whole : of)) attributes.add(hashOf(value))
  }
  return { scripts: [...scripts], styles: [...styles], attributes: [...attributes] }
}

/** Returns the directives that allow the inline styles of a document. */
export function stylePolicy({ styles, attributes }: Pick<InlineHashes, 'styles' | 'attributes'>) {
  return {
    'style-src': ["'self'", ...styles],
    // Scripts that set the style of an element need no permission; only attributes in the document do.
    'style-src-attr': attributes.length === 0 ? ["'none'"] : ["'unsafe-hashes'", ...attributes],
  } as const satisfies Record<string, readonly string[]>
}
