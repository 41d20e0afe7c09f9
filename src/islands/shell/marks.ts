// Marks links of the navigation behind which something waits to be claimed: a small light, and words for those who hear the page.
// Loaded for signed-in players alone; the links themselves are static.
import type { i18n } from 'i18next'
import type { ClaimMarks } from '../../contract/rewards.ts'
import type { Language } from '../../game/language.ts'
import { $marks, watchMarks } from '../../stores/rewards.ts'

const PATHS: Readonly<Record<keyof ClaimMarks, string>> = {
  freeCase: '/free_case',
  wheel: '/wheel',
  calendar: '/calendar',
  missions: '/missions',
  raffle: '/raffle',
  social: '/bonuses',
}

const NAMES = Object.keys(PATHS) as (keyof ClaimMarks)[]

const WORDS = {
  en: () => import('../../i18n/locales/en/marks.json'),
  ru: () => import('../../i18n/locales/ru/marks.json'),
  uk: () => import('../../i18n/locales/uk/marks.json'),
} as const satisfies Record<Language, () => Promise<{ default: object }>>

async function wordsOf(speech: i18n): Promise<string> {
  const language = speech.language as Language
  speech.addResourceBundle(language, 'marks', (await WORDS[language]()).default)
  return speech.t('marks:claim')
}

const said = new WeakMap<Element, Element>()

function mark(place: Element, isOn: boolean, words: string): void {
  if (isOn === place.hasAttribute('data-claim')) return
  place.toggleAttribute('data-claim', isOn)
  if (!isOn) {
    said.get(place)?.remove()
    return
  }
  const heard = place.ownerDocument.createElement('span')
  heard.className = 'unseen'
  heard.textContent = `, ${words}`
  place.append(heard)
  said.set(place, heard)
}

function show(page: Document, marks: ClaimMarks, words: string): void {
  for (const name of NAMES) {
    for (const link of page.querySelectorAll(`:is(nav, [data-claims]) a[href="${PATHS[name]}"]`)) {
      mark(link, marks[name] > 0, words)
    }
  }
  // The menu of phones is closed: its button tells of what is in it.
  const isInMenu = page.querySelector('#side-menu [data-claim]') !== null
  for (const button of page.querySelectorAll('nav [popovertarget="side-menu"]')) mark(button, isInMenu, words)
}

/**
 * Starts marking the links of a page.
 *
 * @param speech the page's engine
 */
export async function startMarks(page: Document, speech: i18n): Promise<void> {
  const words = await wordsOf(speech)
  $marks.subscribe((marks) => {
    if (marks !== null) show(page, marks, words)
  })
  watchMarks(page)
}
