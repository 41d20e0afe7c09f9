// Makes nodes of React elements without React DOM, which is six times as large as all other scripts of a static page. For components
// without hooks and context only: what changes is made anew.
import type { ReactElement, ReactNode, Ref } from 'react'

const SVG = 'http://www.w3.org/2000/svg'

type Props = Readonly<Record<string, unknown>>
type Component = (props: Props) => ReactNode

/** Names of attributes that differ from those of React's properties by more than their case. */
const ATTRIBUTES: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' }

function setStyle({ style }: HTMLElement | SVGElement, rules: Readonly<Record<string, string | number | undefined>>) {
  for (const [name, value] of Object.entries(rules)) {
    if (value === undefined) continue
    if (name.startsWith('--')) style.setProperty(name, String(value))
    else Object.assign(style, { [name]: typeof value === 'number' ? `${value}px` : value })
  }
}

function setProperty(element: HTMLElement | SVGElement, name: string, value: unknown): void {
  if (name === 'children' || name === 'ref' || value === undefined || value === null) return
  if (name === 'style') setStyle(element, value as Readonly<Record<string, string | number>>)
  else if (typeof value === 'function') element.addEventListener(name.slice(2).toLowerCase(), value as EventListener)
  else if (typeof value === 'boolean' && !name.startsWith('aria-')) element.toggleAttribute(name, value)
  else element.setAttribute(ATTRIBUTES[name] ?? name, String(value))
}

function renderElement({ type, props }: ReactElement<Props>, isInSvg: boolean): Node[] {
  if (typeof type === 'function') return renderNodes((type as Component)(props), isInSvg)
  // A fragment is a symbol.
  if (typeof type !== 'string') return renderNodes(props.children as ReactNode, isInSvg)
  const isSvg = isInSvg || type === 'svg'
  const element = isSvg ? document.createElementNS(SVG, type) : document.createElement(type)
  for (const [name, value] of Object.entries(props)) setProperty(element as HTMLElement, name, value)
  element.append(...renderNodes(props.children as ReactNode, isSvg))
  const ref = props.ref as Ref<Element> | undefined
  if (typeof ref === 'function') ref(element)
  return [element]
}

/** Returns the nodes of what a component without hooks renders. */
export function renderNodes(node: ReactNode, isInSvg = false): Node[] {
  if (node === null || node === undefined || typeof node === 'boolean') return []
  if (Array.isArray(node)) return node.flatMap((child: ReactNode) => renderNodes(child, isInSvg))
  if (typeof node === 'object' && 'props' in node) return renderElement(node as ReactElement<Props>, isInSvg)
  return [document.createTextNode(String(node))]
}
