// What can be claimed is one number in the navigation, at the rewards and at the menu that has them.
import { expect, it } from 'vitest'
import { showBadges } from '../../../src/islands/shell/badges.ts'
import type { ClaimMarks } from '../../../src/protocol/rewards.ts'

/** An element with attributes and texts for screen readers, which is all that badges need. */
class Link {
  readonly attributes = new Map<string, string>()
  readonly texts = new Set<{ textContent?: string }>()
  readonly ownerDocument = {
    createElement: () => {
      const text: { remove(): boolean; textContent?: string } = { remove: () => this.texts.delete(text) }
      return text
    },
  }

  hasAttribute = (name: string): boolean => this.attributes.has(name)
  setAttribute = (name: string, value: string): unknown => this.attributes.set(name, value)
  removeAttribute = (name: string): unknown => this.attributes.delete(name)
  toggleAttribute = (name: string, isOn: boolean): unknown =>
    isOn ? this.attributes.set(name, '') : this.attributes.delete(name)
  append = (text: object): unknown => this.texts.add(text)

  get count(): string | undefined {
    return this.attributes.get('data-claim-count')
  }
}

const NONE: ClaimMarks = { freeCase: 0, wheel: 0, calendar: 0, missions: 0, raffle: 0, social: 0 }

it('the navigation has one number of what can be claimed, and a text at each link that has some', () => {
  const links = {
    '/bonuses': new Link(),
    menu: new Link(),
    '/wheel': new Link(),
    '/raffle': new Link(),
    '/missions': new Link(),
  }
  const page = {
    querySelectorAll: (selector: string) =>
      Object.entries(links)
        .filter(([path]) => selector.includes(path === 'menu' ? 'side-menu' : `"${path}"`))
        .map(([, link]) => link),
  } as unknown as Document
  const show = (marks: Partial<ClaimMarks>): void => showBadges(page, { ...NONE, ...marks }, 'to claim')

  show({ wheel: 1, raffle: 3, social: 1 })
  expect(Object.values(links).map(({ count }) => count)).toEqual(['5', '5', undefined, undefined, undefined])
  expect(Object.values(links).map(({ texts }) => texts.size)).toEqual([1, 1, 1, 1, 0])
  show({ raffle: 2 })
  expect([links['/bonuses'].count, links['/wheel'].hasAttribute('data-claim')]).toEqual(['2', false])
  show({})
  expect(Object.values(links).map(({ count, texts }) => [count, texts.size])).toEqual(
    Object.values(links).map(() => [undefined, 0]),
  )
})
