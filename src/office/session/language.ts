// The language of the office: that of the account, else the one chosen in this browser, else the browser's.
import type { i18n } from 'i18next'
import type { Language } from '../../game/base/language.ts'
import { createI18n } from '../../i18n/i18n-instance.ts'
import { negotiateLanguage, parseLanguage } from '../../i18n/language.ts'
import { loadOfficeTexts, loadRoomTexts, type RoomNamespace } from '../../i18n/office/load.ts'

/** Not a cookie: those of a host are shared with the players' site. */
const CHOICE = 'office-language'

function readChoice(): Language | undefined {
  return parseLanguage(localStorage.getItem(CHOICE) ?? undefined)
}

/** The texts of this page, once they are open, and the rooms' texts that were loaded into them. */
const page: { texts?: i18n; readonly rooms: Set<RoomNamespace> } = { rooms: new Set() }

/** Creates the texts of the page in the language of this browser. */
export async function openTexts(): Promise<i18n> {
  const language = readChoice() ?? negotiateLanguage(undefined, navigator.languages.join(','))
  document.documentElement.lang = language
  const texts = createI18n(language, await loadOfficeTexts(language))
  page.texts = texts
  page.rooms.add('officeFaults')
  addRoom(texts, language, 'officeFaults').catch((error: unknown) =>
    console.error('The words for refusals could not be loaded: the server’s own are shown', error),
  )
  return texts
}

async function addRoom(texts: i18n, language: Language, name: RoomNamespace): Promise<void> {
  texts.addResourceBundle(language, name, await loadRoomTexts(language, name))
}

/** Wraps the loader of a room: its texts are loaded beside it. */
export function withTexts<Module>(names: readonly RoomNamespace[], load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const { texts, rooms } = page
    if (texts === undefined) throw new Error('A room is loaded before the texts of the page')
    const language = texts.language as Language
    for (const name of names) rooms.add(name)
    const [room] = await Promise.all([load(), ...names.map((name) => addRoom(texts, language, name))])
    return room
  }
}

/** Changes the language of the page, and remembers it in this browser. */
export async function changeLanguage(texts: i18n, language: Language): Promise<void> {
  localStorage.setItem(CHOICE, language)
  if (texts.language === language) return
  const [frame] = await Promise.all([
    loadOfficeTexts(language),
    ...[...page.rooms].map((name) => addRoom(texts, language, name)),
  ])
  for (const [namespace, resources] of Object.entries(frame)) texts.addResourceBundle(language, namespace, resources)
  await texts.changeLanguage(language)
  document.documentElement.lang = language
}
