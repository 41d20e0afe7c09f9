// Makes an island of a view: the same words on the server and in the browser, whose page carries them (layouts/Shell.astro).
import type { i18n } from 'i18next'
import type { ComponentType, FunctionComponent } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Language } from '../game/language.ts'
import { createSpeech } from '../i18n/speech.ts'

/** Id of the element that holds the texts of a page's islands as JSON. */
export const ISLAND_TEXTS_ID = 'island-texts'

const serverSpeech = import.meta.env.SSR ? (await import('../i18n/text.ts')).speechFor : null

let pageSpeech: i18n | null = null

function speech(language: Language): i18n {
  if (serverSpeech !== null) return serverSpeech(language)
  pageSpeech ??= createSpeech(language, JSON.parse(document.getElementById(ISLAND_TEXTS_ID)?.textContent ?? '{}'))
  return pageSpeech
}

/** Wraps a view so that Astro can render and hydrate it; `lang` is the language of the page. */
export function island<P extends object>(View: ComponentType<P>): FunctionComponent<P & { lang: Language }> {
  function Island({ lang, ...props }: P & { lang: Language }) {
    return (
      <I18nextProvider i18n={speech(lang)}>
        <View {...(props as unknown as P)} />
      </I18nextProvider>
    )
  }
  return Island
}
