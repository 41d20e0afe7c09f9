// The language of the office: the one that the member chose for their account, else the one chosen in this browser, else the browser's.
import type { i18n } from 'i18next'
import type { Language } from '../../game/base/language.ts'
import { createI18n } from '../../i18n/i18n-instance.ts'
import { negotiateLanguage, parseLanguage } from '../../i18n/language.ts'
import { loadOfficeTexts, loadRoomTexts, type RoomNamespace } from '../../i18n/office/load.ts'

/** Not a cookie: those of a host are shared with the players' site. */
const CHOICE = 'office-language'

/** Returns the language that was chosen in this browser; undefined for none. */
export function readChoice(): Language | undefined {
  return parseLanguage(localStorage.getItem(CHOICE) ?? undefined)
}

/** What any room may say, and the first screen does not need: refusals, and what was done. */
const FRAME_ROOMS = ['officeDone', 'officeFaults'] as const satisfies readonly RoomNamespace[]

interface PageTexts {
  readonly texts: i18n
  /** The language that is wanted; the texts have it when `changed` ends. */
  language: Language
  changed: Promise<void>
  /** The rooms' texts that were asked for. */
  readonly rooms: Set<RoomNamespace>
}

/** The texts of this page, once they are open. */
let page: PageTexts | undefined

/** Creates the texts of the page in the language of this browser. */
export async function openTexts(): Promise<i18n> {
  const language = readChoice() ?? negotiateLanguage(undefined, navigator.languages.join(','))
  document.documentElement.lang = language
  const texts = createI18n(language, await loadOfficeTexts(language))
  page = { texts, language, changed: Promise.resolve(), rooms: new Set(FRAME_ROOMS) }
  for (const name of FRAME_ROOMS) {
    addRoom(texts, language, name).catch((error: unknown) =>
      console.error(`The words of ${name} could not be loaded: refusals are shown in the server’s own`, error),
    )
  }
  return texts
}

async function addRoom(texts: i18n, language: Language, name: RoomNamespace): Promise<void> {
  texts.addResourceBundle(language, name, await loadRoomTexts(language, name))
}

/** Wraps the loader of a room: its texts are loaded beside it. */
export function withTexts<Module>(names: readonly RoomNamespace[], load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    if (page === undefined) throw new Error('A room is loaded before the texts of the page')
    const { texts, language, rooms } = page
    for (const name of names) rooms.add(name)
    const [room] = await Promise.all([load(), ...names.map((name) => addRoom(texts, language, name))])
    // A sign-in brings the account's language while its first room loads.
    await page.changed
    return room
  }
}

/** Changes the language of the page, and remembers it in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  if (page === undefined) throw new Error('The language is changed before the texts of the page are open')
  localStorage.setItem(CHOICE, language)
  if (page.language === language) return
  page.language = language
  page.changed = Promise.all([page.changed, switchTo(page, language)]).then(() => undefined)
  await page.changed
}

/** Loads what the page shows in a language, and shows it unless another one was wanted meanwhile. */
async function switchTo(shown: PageTexts, language: Language): Promise<void> {
  const { texts, rooms } = shown
  const [frame] = await Promise.all([
    loadOfficeTexts(language),
    ...[...rooms].map((name) => addRoom(texts, language, name)),
  ])
  for (const [namespace, resources] of Object.entries(frame)) texts.addResourceBundle(language, namespace, resources)
  if (shown.language !== language) return
  await texts.changeLanguage(language)
  document.documentElement.lang = language
}
