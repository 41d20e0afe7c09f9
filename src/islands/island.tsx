// Makes an island of a view. Server and browser render it with the same texts, which are in the page (layouts/Shell.astro).
import type { i18n } from 'i18next'
import type { ComponentType, FunctionComponent, ReactElement } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Language } from '../game/base/language.ts'
import { pageI18n } from './page-i18n.ts'
import { BrokenPart } from './ui/messages/BrokenPart.tsx'
import { ErrorBoundary } from './ui/messages/ErrorBoundary.tsx'

const serverI18n = import.meta.env.SSR ? (await import('../i18n/text.ts')).i18nFor : null

const i18nOf = (language: Language): i18n => (serverI18n ?? pageI18n)(language)

interface IslandOptions {
  /** What takes the place of a view that throws: a panel, a button where there is no room for one, or nothing. */
  readonly broken?: 'panel' | 'button' | 'nothing'
}

/** Wraps a view so that Astro can render and hydrate it; `lang` is the language of the page. */
export function island<P extends object>(
  View: ComponentType<P>,
  { broken = 'panel' }: IslandOptions = {},
): FunctionComponent<P & { lang: Language }> {
  const fallback = (fault: unknown, retry: () => void): ReactElement | null =>
    broken === 'nothing' ? null : <BrokenPart fault={fault} onRetry={retry} isSmall={broken === 'button'} />
  function Island({ lang, ...props }: P & { lang: Language }) {
    return (
      <I18nextProvider i18n={i18nOf(lang)}>
        <ErrorBoundary fallback={fallback}>
          <View {...(props as unknown as P)} />
        </ErrorBoundary>
      </I18nextProvider>
    )
  }
  return Island
}
