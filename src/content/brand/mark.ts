// The mark of a shop: an SVG that its staff give. It is shown as a picture and is part of the offline page, so only what draws is let in.

const BYTES_MAX = 20_000

/** The edge of the square that the site's own drawings have. */
const EDGE = 64

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

/** Begins the ids of a mark, which becomes part of other drawings. */
const PREFIX = 'mark-'

/** Of the root: a drawing has the size of its place. */
const SIZE = new Set(['x', 'y', 'width', 'height', 'preserveAspectRatio'])

/** What drawing programs write and nothing needs. */
const DROPPED = new Set(['version', 'xmlns', 'data-name', 'enable-background'])

const TOKEN = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<[^<>]*>|[^<]+|</gi
const TAG = /^<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>$/
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** A cleaned mark, or what is wrong with it. */
export type ReadMark = { readonly mark: string } | { readonly fault: string }

class WrongMark extends Error {}

/** Returns an attribute as it is written again; empty where it is dropped. */
function readAttribute(element: string, name: string, value: string, isRoot: boolean): string {
  if (name === 'xlink:href') return readAttribute(element, 'href', value, isRoot)
  if (name.includes(':') || DROPPED.has(name) || (isRoot && SIZE.has(name))) return ''
  if (/^on/i.test(name)) throw new WrongMark(`has the handler ${name}: a drawing runs nothing`)
  if (name === 'style' || name === 'class')
    throw new WrongMark(`has the attribute ${name}: write fill="…" and the like as attributes`)
  if (!ATTRIBUTES.has(name)) throw new WrongMark(`has the attribute ${name} at <${element}>, which no drawing needs`)
  if (/[&\\]/.test(value)) throw new WrongMark(`has "${value.slice(0, 40)}" as ${name}: write it without & and \\`)
  if (name === 'id') return ` id="${PREFIX}${value.replaceAll('"', '')}"`
  const isReference = name === 'href' || /url\s*\(/i.test(value)
  if (!isReference) return ` ${name}="${value.replaceAll('"', '')}"`
  const [, named] = /^(?:url\(#([\w.-]+)\)|#([\w.-]+))$/.exec(value.trim())?.filter((part) => part !== undefined) ?? []
  if (named === undefined)
    throw new WrongMark(
      `refers to "${value.slice(0, 40)}": only parts of the drawing itself, such as #shape, may be named`,
    )
  return ` ${name}="${value.trim().replace(`#${named}`, `#${PREFIX}${named}`)}"`
}

function readTag(token: string, isRoot: boolean): { end: string; name: string; attributes: string; alone: string } {
  const [, end = '', name = '', attributes = '', alone = ''] = TAG.exec(token) ?? []
  if (name === '') throw new WrongMark(`is no SVG at "${token.trim().slice(0, 40)}"`)
  if (REMOVED.has(name) || name.includes(':')) return { end, name, attributes: '', alone }
  if (!ELEMENTS.has(name)) throw new WrongMark(`has <${name}>: a mark is drawn with shapes, groups and gradients alone`)
  const written = [...attributes.matchAll(ATTRIBUTE)].map(([, attribute = '', double, single]) =>
    readAttribute(name, attribute, double ?? single ?? '', isRoot),
  )
  return { end, name, attributes: written.join(''), alone }
}

/** Returns the elements of a drawing, written again. */
function rewrite(svg: string): string {
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
    const { end, name, attributes, alone } = readTag(token, open.length === 0)
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

/**
 * Reads a mark: what drawing programs leave behind is removed, and what could run, load or style anything is refused.
 *
 * @returns the drawing in a square of 64 units
 */
export function readMark(svg: string): ReadMark {
  const bytes = Buffer.byteLength(svg)
  if (bytes > BYTES_MAX) return { fault: `has ${bytes} bytes; ${BYTES_MAX} at most` }
  try {
    const drawing = rewrite(svg)
    if (viewBoxOf(drawing) === null) return { fault: 'has no viewBox such as viewBox="0 0 64 64"' }
    const inner = drawing.replace(/^<svg /, `<svg width="${EDGE}" height="${EDGE}" `)
    return { mark: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EDGE} ${EDGE}">${inner}</svg>` }
  } catch (error) {
    if (error instanceof WrongMark) return { fault: error.message }
    throw error
  }
}
