// Parses the XML of Steam's public profiles: elements, text and CDATA. Anything else, such as a DOCTYPE, is refused.

const DEPTH_MAX = 16

const TOKEN = new RegExp(
  [
    '<\\?[^>]{0,200}\\?>',
    '<!--[\\s\\S]*?-->',
    '<!\\[CDATA\\[(?<raw>[\\s\\S]*?)\\]\\]>',
    '</(?<close>[A-Za-z][\\w.-]*)\\s*>',
    '<(?<open>[A-Za-z][\\w.-]*)(?:\\s[^<>]*?)?(?<empty>/?)>',
    '(?<text>[^<]+)',
  ].join('|'),
  'y',
)

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The XML is not that of a profile. */
export class XmlRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'XmlRefused'
  }
}

function decodeEntities(text: string): string {
  return text.replace(/&([^;&]{0,10});?/g, (whole, name: string) => {
    if (!whole.endsWith(';')) throw new XmlRefused('a bare ampersand')
    const known = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined
    if (known !== undefined) return known
    const code = /^#x[0-9a-f]+$/i.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : /^#[0-9]+$/.test(name)
        ? Number(name.slice(1))
        : -1
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    if (!isCharacter) throw new XmlRefused('an unknown entity')
    return String.fromCodePoint(code)
  })
}

/**
 * Returns the texts of the elements directly below the root; deeper ones (groups, games) are ignored.
 *
 * @param rootName the required name of the root
 * @throws XmlRefused unless it is one well-formed element of that name
 */
export function readChildTexts(xml: string, rootName: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const path: string[] = []
  let ended = false
  let position = 0
  const leave = (): void => {
    path.pop()
    ended = path.length === 0
  }
  const add = (text: string): void => {
    const name = path[1]
    if (path.length === 2 && name !== undefined) texts.set(name, (texts.get(name) ?? '') + text)
    else if (path.length === 0 && text.trim() !== '') throw new XmlRefused('text outside the root')
  }
  while (position < xml.length) {
    TOKEN.lastIndex = position
    const token = TOKEN.exec(xml)
    if (token === null) throw new XmlRefused(`unexpected markup at ${position}`)
    position = TOKEN.lastIndex
    const { raw, close, open, empty, text } = token.groups ?? {}
    if (raw !== undefined) add(raw)
    else if (text !== undefined) add(decodeEntities(text))
    else if (open !== undefined) {
      if (ended || path.length >= DEPTH_MAX || (path.length === 0 && open !== rootName))
        throw new XmlRefused(`<${open}> out of place`)
      path.push(open)
      if (path.length === 2 && texts.has(open)) throw new XmlRefused(`<${open}> twice`)
      add('')
      if (empty === '/') leave()
    } else if (close !== undefined) {
      if (path.at(-1) !== close) throw new XmlRefused(`</${close}> out of place`)
      leave()
    }
  }
  if (!ended) throw new XmlRefused('the end is missing')
  return texts
}
