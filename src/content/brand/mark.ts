// The drawings of a brand: SVGs that a shop's staff give. They are shown as pictures, and the mark is part of the offline page, so only what
// draws is let in.

const BYTES_MAX = 20_000

/** The edge of the square that the site's own drawings have. */
const EDGE = 64

/** How wide a wordmark may be as a multiple of its height: the header of a phone has room for no more. */
const WORDMARK = { least: 1.5, most: 8 } as const

/** What may draw. Not `use`: a few of them, each of the next, can make a drawing without end. */
const ELEMENTS = new Set([
  'svg',
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'defs',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
])

/** What drawing programs leave behind: removed with all that is in it. */
const REMOVED = new Set(['title', 'desc', 'metadata'])

/** Attributes of drawings. Handlers, styles and classes are none of them. */
const ATTRIBUTES = new Set([
  ...['id', 'd', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'fx', 'fy', 'fr', 'r', 'rx', 'ry', 'width', 'height'],
  ...['points', 'transform', 'viewBox', 'preserveAspectRatio', 'offset', 'href', 'opacity', 'color'],
  ...['fill', 'fill-opacity', 'fill-rule', 'clip-rule', 'clip-path', 'mask', 'stop-color', 'stop-opacity'],
  ...['stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit'],
  ...['stroke-dasharray', 'stroke-dashoffset', 'vector-effect', 'paint-order'],
  ...['gradientUnits', 'gradientTransform', 'spreadMethod', 'clipPathUnits', 'maskUnits', 'maskContentUnits'],
])

/** What the ids of a drawing begin with: it becomes part of other drawings. */
type Prefix = 'mark-' | 'wordmark-'

/** Of the root: a drawing has the size of its place. */
const ROOT_SIZE = new Set(['x', 'y', 'width', 'height', 'preserveAspectRatio'])

/** What drawing programs write and nothing needs. */
const DROPPED = new Set(['version', 'xmlns', 'data-name', 'enable-background'])

const TOKEN = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<[^<>]*>|[^<]+|</gi
const TAG = /^<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>$/
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** A cleaned drawing, or what is wrong with it. */
export type ReadDrawing = { readonly svg: string } | { readonly fault: string }

class WrongMark extends Error {}

/** Where a tag stands. */
interface Place {
  readonly isRoot: boolean
  readonly prefix: Prefix
}

/** Returns an attribute as it is written again; empty where it is dropped. */
function readAttribute(element: string, name: string, value: string, place: Place): string {
  const { isRoot, prefix } = place
  if (name === 'xlink:href') return readAttribute(element, 'href', value, place)
  if (name.includes(':') || DROPPED.has(name) || (isRoot && ROOT_SIZE.has(name))) return ''
  if (/^on/i.test(name)) throw new WrongMark(`has the handler ${name}: a drawing runs nothing`)
  if (name === 'style' || name === 'class')
    throw new WrongMark(`has the attribute ${name}: write fill="…" and the like as attributes`)
  if (!ATTRIBUTES.has(name)) throw new WrongMark(`has the attribute ${name} at <${element}>, which no drawing needs`)
  if (/[&\\]/.test(value)) throw new WrongMark(`has "${value.slice(0, 40)}" as ${name}: write it without & and \\`)
  if (name === 'id') return ` id="${prefix}${value.replaceAll('"', '')}"`
  const isReference = name === 'href' || /url\s*\(/i.test(value)
  if (!isReference) return ` ${name}="${value.replaceAll('"', '')}"`
  const [, named] = /^(?:url\(#([\w.-]+)\)|#([\w.-]+))$/.exec(value.trim())?.filter((part) => part !== undefined) ?? []
  if (named === undefined)
    throw new WrongMark(
      `refers to "${value.slice(0, 40)}": only parts of the drawing itself, such as #shape, may be named`,
    )
  return ` ${name}="${value.trim().replace(`#${named}`, `#${prefix}${named}`)}"`
}

function readTag(token: string, place: Place): { end: string; name: string; attributes: string; alone: string } {
  const [, end = '', name = '', attributes = '', alone = ''] = TAG.exec(token) ?? []
  if (name === '') throw new WrongMark(`is no SVG at "${token.trim().slice(0, 40)}"`)
  if (REMOVED.has(name) || name.includes(':')) return { end, name, attributes: '', alone }
  if (!ELEMENTS.has(name)) throw new WrongMark(`has <${name}>: only shapes, groups and gradients draw here`)
  const written = [...attributes.matchAll(ATTRIBUTE)].map(([, attribute = '', double, single]) =>
    readAttribute(name, attribute, double ?? single ?? '', place),
  )
  return { end, name, attributes: written.join(''), alone }
}

/** Returns the elements of a drawing, written again. */
function rewrite(svg: string, prefix: Prefix): string {
  const open: string[] = []
  /** How many elements are open from the removed one on. */
  let removedAt = 0
  let written = ''
  for (const [token] of svg.matchAll(TOKEN)) {
    if (/^<[!?]/.test(token)) {
      if (!/^<(?:!--|\?xml\b|!DOCTYPE)/i.test(token)) throw new WrongMark(`is no SVG at "${token.slice(0, 40)}"`)
      continue
    }
    if (!token.startsWith('<')) {
      if (token.trim() !== '' && removedAt === 0)
        throw new WrongMark(`has the text "${token.trim().slice(0, 40)}": draw letters as paths`)
      continue
    }
    const { end, name, attributes, alone } = readTag(token, { isRoot: open.length === 0, prefix })
    const isRemoved = removedAt > 0 || REMOVED.has(name) || name.includes(':')
    if (end !== '') {
      if (open.pop() !== name) throw new WrongMark(`is no SVG: </${name}> closes what is not open`)
      if (removedAt > open.length) removedAt = 0
      if (!isRemoved) written += `</${name}>`
      continue
    }
    if (open.length === 0 && (written !== '' || name !== 'svg'))
      throw new WrongMark('is no SVG: everything has to be in one <svg>')
    if (alone === '') {
      open.push(name)
      if (isRemoved && removedAt === 0) removedAt = open.length
    }
    if (isRemoved) continue
    const isRoot = written === ''
    written += `<${name}${isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : ''}${attributes}${alone}>`
  }
  if (open.length > 0) throw new WrongMark(`is no SVG: <${open.at(-1)}> has no end`)
  if (written === '') throw new WrongMark('is no SVG')
  return written
}

/** Returns the view box of a drawing: its left and upper edge, its width and height. */
function viewBoxOf(svg: string): readonly [number, number, number, number] | null {
  const [left, top, width, height] = (/^<svg[^>]* viewBox="([^"]*)"/.exec(svg)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const isBox = [left, top, width, height].every((number) => Number.isFinite(number))
  if (!isBox || left === undefined || top === undefined || width === undefined || height === undefined) return null
  return width > 0 && height > 0 ? [left, top, width, height] : null
}

/** Reads a drawing: what drawing programs leave behind is removed, and what could run, load or style anything is refused. */
function readDrawing(svg: string, prefix: Prefix, place: (drawing: string, size: Size) => ReadDrawing): ReadDrawing {
  const bytes = Buffer.byteLength(svg)
  if (bytes > BYTES_MAX) return { fault: `has ${bytes} bytes; ${BYTES_MAX} at most` }
  try {
    const drawing = rewrite(svg, prefix)
    const box = viewBoxOf(drawing)
    if (box === null) return { fault: 'has no viewBox such as viewBox="0 0 64 64"' }
    const [, , width, height] = box
    return place(drawing, { width, height })
  } catch (error) {
    if (error instanceof WrongMark) return { fault: error.message }
    throw error
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Returns a drawing in a frame of another size, in whose middle it is as large as it can be. */
function framed(drawing: string, { width, height }: Size): string {
  const inner = drawing.replace(/^<svg /, `<svg width="${width}" height="${height}" `)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${inner}</svg>`
}

/** Reads a mark: a drawing in a square of 64 units. */
export function readMark(svg: string): ReadDrawing {
  return readDrawing(svg, 'mark-', (drawing) => ({ svg: framed(drawing, { width: EDGE, height: EDGE }) }))
}

/** Reads a wordmark: a drawing 64 units high, as wide as its view box has it. */
export function readWordmark(svg: string): ReadDrawing {
  return readDrawing(svg, 'wordmark-', (drawing, { width, height }) => {
    const share = width / height
    if (share < WORDMARK.least || share > WORDMARK.most)
      return {
        fault: `is ${share.toFixed(1)} times as wide as high; ${WORDMARK.least} to ${WORDMARK.most} times fit beside the mark`,
      }
    return { svg: framed(drawing, { width: Math.round(share * EDGE), height: EDGE }) }
  })
}

/** Returns how wide a wordmark is that was read, as a multiple of its height. */
export function wordmarkShare(wordmark: string): number {
  const [, , width, height] = viewBoxOf(wordmark) ?? [0, 0, 0, 1]
  return width / height
}
