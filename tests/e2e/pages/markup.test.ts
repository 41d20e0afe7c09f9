// The HTML of every page as it is sent: what a validator of HTML refuses, and browsers mend each in their own way.
import { expect, it } from 'vitest'
import { startSite } from '../../support/browsers/browser.ts'
import { PAGES } from '../../support/browsers/pages.ts'

const TAG =
  /<(?<close>\/)?(?<name>[a-z][a-z0-9-]*)(?<attributes>(?:\s+[^\s=>/]+(?:=(?:"[^"]*"|'[^']*'|[^\s>]+))?)*)\s*\/?>/g
/** What has no markup within. */
const OPAQUE = /<!--.*?-->|(<(script|style)\b[^>]*>).*?<\/\2>/gs
const VOID = new Set('area base br col embed hr img input link meta source track wbr path circle rect use'.split(' '))
/** Elements that contain text and no blocks; a link contains what its parent may. */
const PHRASE = new Set(['span', 'p', 'b', 'strong', 'button', 'label', 'h1', 'h2', 'h3'])
const BLOCKS = new Set(['div', 'ul', 'ol', 'section', 'p', 'fieldset', 'table', 'nav', 'form'])

const has = (attributes: string, name: string): boolean => new RegExp(`\\s${name}(?=[\\s=>]|$)`).test(attributes)

/** Returns what is wrong with one tag, in the elements that are open there. */
function faultOf(name: string, attributes: string, parents: readonly string[]): string | undefined {
  const parent = parents.at(-1) ?? ''
  if (name === 'img' && (!has(attributes, 'src') || /\ssrc=""/.test(attributes))) return 'an img without src'
  const isBox = name === 'input' && /\stype="?(?:checkbox|radio)/.test(attributes)
  if (isBox && has(attributes, 'autocomplete')) return 'autocomplete on a box'
  if (isBox && has(attributes, 'aria-checked')) return 'aria-checked on a box'
  if (BLOCKS.has(name) && PHRASE.has(parent)) return `${name} in ${parent}`
  return undefined
}

function faultsIn(html: string): string[] {
  const faults: string[] = []
  const [document = '', rest = ''] = html.split('</html>')
  if (rest.trim() !== '') faults.push(`after the end: ${rest.trim().slice(0, 40)}`)
  const parents: string[] = []
  for (const { groups } of document.replaceAll(OPAQUE, '$1').matchAll(TAG)) {
    const { close, name = '', attributes = '' } = groups ?? {}
    if (close !== undefined) {
      const at = parents.lastIndexOf(name)
      if (at >= 0) parents.length = at
      continue
    }
    const fault = faultOf(name, attributes, parents)
    if (fault !== undefined) faults.push(`${fault}: <${name}${attributes.slice(0, 80)}>`)
    if (!VOID.has(name)) parents.push(name)
  }
  return [...new Set(faults)]
}

it('of every page is what HTML allows', async () => {
  const site = await startSite()
  const faults: Record<string, string[]> = {}
  for (const path of PAGES) {
    const response = await fetch(`${site.url}${path}`, { headers: { accept: 'text/html' } })
    const found = faultsIn(await response.text())
    if (found.length > 0) faults[path] = found
  }
  await site.stop()
  expect(faults).toEqual({})
})
