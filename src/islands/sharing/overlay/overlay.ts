// The overlay of a stream in the page: asks for its state every few seconds and shows it. Text is only ever set as text.

import type { Language } from '../../../game/base/language.ts'
import { outcomeOf } from '../../../game/base/outcome.ts'
import { displayName } from '../../../game/catalogue/display-name.ts'
import { itemPhoto, ownPicture } from '../../../game/catalogue/item-photo.ts'
import { formatCount, formatMoney, formatMultiplier } from '../../../i18n/format.ts'
import type { OverlayReply, OverlayState } from '../../../protocol/sharing.ts'
import { type OverlayOptions, readOptions } from './options.ts'

/** The texts of the overlay in a language. */
type OverlayTexts = Readonly<
  Record<'opened' | 'upgrades' | 'contracts' | 'won' | 'cost' | 'playMoney' | 'realMoney' | 'none' | 'free', string>
>

type Drop = OverlayState['drops'][number]

const POLL_MS = 3_000
/** After a fault: the server may be restarting. */
const RETRY_MS = 10_000

const PHOTO_SCALE = '256fx256f'

function element(name: string, className: string, ...inside: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.append(...inside)
  return made
}

function picture({ item }: Drop): HTMLElement {
  const image = document.createElement('img')
  image.alt = ''
  image.width = 96
  image.height = 72
  // Our own drawing, when Steam's photo does not load.
  image.addEventListener('error', () => (image.src = ownPicture(item.skin)), { once: true })
  image.src = itemPhoto(item.icon_url, PHOTO_SCALE) ?? ownPicture(item.skin)
  return element('span', 'picture', image)
}

function dropRow(drop: Drop, texts: OverlayTexts, language: Language): HTMLElement {
  const { item, price, cost } = drop
  const { weapon, finish } = displayName(item, language)
  const small = [weapon, item.wear].filter((part) => part !== null && part !== '').join(' · ')
  const isMore = cost !== null && outcomeOf({ isWon: true, price, cost }) === 'more'
  const paid = cost === null ? '' : cost === 0 ? texts.free : `${texts.cost} ${formatMoney(cost)}`
  const row = element(
    'li',
    'drop',
    picture(drop),
    element('span', 'name', element('small', '', small), element('strong', '', finish)),
    element(
      'span',
      'sum',
      element('strong', '', formatMoney(price)),
      element('small', isMore ? 'more' : '', isMore ? `${formatMultiplier(price / cost, language)} · ${paid}` : paid),
    ),
  )
  row.dataset.rarity = item.rarity
  row.dataset.drop = drop.id
  return row
}

function sums(state: OverlayState, texts: OverlayTexts, language: Language): HTMLElement[] {
  const counts = (['opened', 'upgrades', 'contracts'] as const).filter((name) => name === 'opened' || state[name] > 0)
  const shown: [string, string][] = [
    ...counts.map((name): [string, string] => [texts[name], formatCount(state[name], language)]),
    [texts.cost, formatMoney(state.paid)],
    [texts.won, formatMoney(state.won)],
  ]
  return shown.map(([label, value]) => element('div', '', element('dt', '', label), element('dd', '', value)))
}

/** Shows the state: new drops come in at the top, known ones keep their rows. */
function show(page: HTMLElement, state: OverlayState, texts: OverlayTexts, options: OverlayOptions): void {
  const { language } = options
  const mark = element('p', 'mark', state.playMoney ? texts.playMoney : texts.realMoney)
  mark.dataset.money = state.playMoney ? 'play' : 'real'
  const head = element('header', 'head', mark)
  if (options.hasSums) head.append(element('dl', 'sums', ...sums(state, texts, language)))
  page.querySelector('header')?.replaceWith(head)
  const list = page.querySelector('ul')
  if (list === null) return
  const known = new Map([...list.querySelectorAll<HTMLElement>('[data-drop]')].map((row) => [row.dataset.drop, row]))
  const drops = state.drops.slice(0, options.drops)
  const rows = drops.map((drop) => known.get(drop.id) ?? dropRow(drop, texts, language))
  const isEmpty = drops.length === 0 && options.drops > 0
  list.replaceChildren(...(isEmpty ? [element('li', 'none', texts.none)] : rows))
}

/** What a request came to: the state, nothing because the overlay is gone, or a fault that may pass. */
async function ask(token: string): Promise<OverlayState | 'gone' | 'fault'> {
  try {
    const response = await fetch(`/api/overlay/${token}`, { credentials: 'omit', cache: 'no-store' })
    if (response.status === 404) return 'gone'
    if (!response.ok) return 'fault'
    return ((await response.json()) as OverlayReply).overlay
  } catch {
    return 'fault'
  }
}

/**
 * Starts the overlay.
 *
 * @param page the element that it is shown in, with the token
 * @param texts of all languages: the address may ask for another one than the page's
 */
export function startOverlay(page: HTMLElement, texts: Readonly<Record<Language, OverlayTexts>>): void {
  const options = readOptions(location.search, document.documentElement.lang as Language)
  document.documentElement.lang = options.language
  page.style.setProperty('--size', String(options.size))
  const poll = async (): Promise<void> => {
    const state = await ask(page.dataset.token ?? '')
    // A replaced link shows nothing any more, and asks no more.
    if (state === 'gone') return page.replaceChildren()
    if (state !== 'fault') show(page, state, texts[options.language], options)
    setTimeout(() => void poll(), state === 'fault' ? RETRY_MS : POLL_MS)
  }
  void poll()
}
