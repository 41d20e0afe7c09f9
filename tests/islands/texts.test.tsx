// The texts of islands in browsers: the replacement of react-i18next renders what react-i18next renders.
import { createInstance as createReal } from 'i18next'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as real from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/game/language.ts'
import { createInstance } from '../../src/i18n/browser-i18next.ts'
import { RESOURCES } from '../../src/i18n/resources.ts'
import * as ours from '../../src/islands/browser-react-i18next.ts'

/** What both have. */
interface Binding {
  readonly useTranslation: (namespaces?: string | readonly string[]) => {
    t: (key: string, variables?: object) => string
    i18n: { language: string }
  }
  readonly I18nextProvider: ComponentType<{ i18n: unknown; children?: ReactNode }>
}

function render({ useTranslation, I18nextProvider }: Binding, i18n: unknown): string {
  function Words(): ReactElement {
    const shared = useTranslation()
    const own = useTranslation('case')
    const several = useTranslation(['case', 'common'])
    return (
      <p lang={own.i18n.language}>
        {shared.t('words.chance')}, {own.t('quick')}, {several.t('demo')}, {several.t('common:items', { count: 3 })}
      </p>
    )
  }
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Words />
    </I18nextProvider>,
  )
}

describe.each(LANGUAGES)('an island in %s', (language) => {
  it('shows the texts of its namespaces', () => {
    const options = {
      lng: language,
      fallbackLng: false as const,
      ns: Object.keys(RESOURCES[language]),
      defaultNS: 'common',
      resources: { [language]: RESOURCES[language] },
      interpolation: { escapeValue: false },
      initAsync: false,
    }
    const theirs = createReal()
    void theirs.init(options)
    const browsers = createInstance()
    browsers.init(options)
    const shown = render(ours as unknown as Binding, browsers)
    expect(shown).toContain(`lang="${language}"`)
    expect(shown).toBe(render(real as unknown as Binding, theirs))
  })
})

it('says that a component without a provider has no texts', () => {
  function Lost(): ReactElement {
    return <p>{ours.useTranslation('case').t('quick')}</p>
  }
  expect(() => renderToStaticMarkup(<Lost />)).toThrow('I18nextProvider')
})
