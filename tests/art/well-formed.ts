// A small XML reader that checks whether a drawing is well formed and lists its references.

export interface Drawing {
  readonly ids: readonly string[]
  readonly references: readonly string[]
  readonly elements: readonly string[]
}

const TAG = /<(\/?)([a-zA-Z][\w:-]*)((?:\s+[\w:-]+="[^"<&]*")*)\s*(\/?)>/y

/** Reads a drawing; throws when it is not well formed: an unclosed or crossed tag, text, a duplicate attribute. */
export function readDrawing(svg: string): Drawing {
  const open: string[] = []
  const [ids, references, elements]: [string[], string[], string[]] = [[], [], []]
  const text = svg.trim()
  let at = 0
  while (at < text.length) {
    if (text[at] === '\n') {
      at += 1
      continue
    }
    TAG.lastIndex = at
    const match = TAG.exec(text)
    if (!match) throw new Error(`not a tag at ${at}: ${text.slice(at, at + 60)}`)
    const [whole, closing, name = '', attributes = '', empty] = match
    at += whole.length
    if (closing) {
      const last = open.pop()
      if (last !== name) throw new Error(`</${name}> closes <${last}>`)
    } else {
      elements.push(name)
      if (!empty) open.push(name)
      const seen = new Set<string>()
      for (const [, key = '', value = ''] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g)) {
        if (seen.has(key)) throw new Error(`<${name}> has ${key} twice`)
        seen.add(key)
        if (/NaN|undefined|Infinity/.test(value)) throw new Error(`<${name}> has ${key}="${value}"`)
        if (key === 'id') ids.push(value)
        if (key === 'href') references.push(value)
        for (const [, target = ''] of value.matchAll(/url\(([^)]*)\)/g)) references.push(target)
      }
    }
    if (open.length === 0 && at < text.length) throw new Error('more than one root')
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)}> is never closed`)
  return { ids, references, elements }
}
