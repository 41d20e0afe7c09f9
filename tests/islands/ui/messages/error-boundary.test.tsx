// Parts that cannot be shown: what takes their place, in three languages.
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '../../../../src/game/base/language.ts'
import { textFor } from '../../../../src/i18n/text.ts'
import { island } from '../../../../src/islands/island.tsx'
import { BrokenPart } from '../../../../src/islands/ui/messages/BrokenPart.tsx'
import { ErrorBoundary } from '../../../../src/islands/ui/messages/ErrorBoundary.tsx'
import { loadPart, PartError } from '../../../../src/stores/kernel/load-part.ts'

const Broken = island(BrokenPart)

afterEach(() => vi.unstubAllGlobals())

/** Returns a boundary whose part threw, as React calls it. */
function thrown(fault: unknown, fallback?: (fault: unknown, retry: () => void) => ReactElement): ErrorBoundary {
  const boundary = new ErrorBoundary({ children: 'the part', ...(fallback && { fallback }) })
  boundary.state = ErrorBoundary.getDerivedStateFromError(fault)
  return boundary
}

describe('a boundary', () => {
  it('renders its part', () => {
    expect(renderToStaticMarkup(<ErrorBoundary>the part</ErrorBoundary>)).toBe('the part')
  })

  it.each([new Error('broken'), null, undefined])('leaves out a part that threw %s', (fault) => {
    expect(thrown(fault).render()).toBeNull()
  })

  it('gives the fault to what takes the place of the part, and renders the part again on request', () => {
    const fault = new Error('broken')
    let retry = (): void => undefined
    const boundary = thrown(fault, (given, again) => {
      expect(given).toBe(fault)
      retry = again
      return <p>instead</p>
    })
    expect(boundary.render()).toEqual(<p>instead</p>)
    boundary.setState = (state: unknown) => Object.assign(boundary.state, state)
    retry()
    expect(boundary.render()).toBe('the part')
  })
})

describe.each(LANGUAGES)('a part that is broken, in %s', (lang) => {
  const t = textFor(lang, 'common')

  it('says so with a button to try again', () => {
    const markup = renderToStaticMarkup(<Broken lang={lang} fault={new Error('broken')} onRetry={() => undefined} />)
    expect(markup).toContain(t('errors.broken'))
    expect(markup).toMatch(new RegExp(`<button[^>]*>.*${t('actions.retry')}`))
  })

  it('says that it did not load', async () => {
    const fault: unknown = await loadPart(() => Promise.reject(new Error('offline'))).catch((cause: unknown) => cause)
    expect(fault).toBeInstanceOf(PartError)
    const markup = renderToStaticMarkup(<Broken lang={lang} fault={fault} onRetry={() => undefined} />)
    expect(markup).toContain(t('errors.notLoaded'))
  })

  it('is one button where there is no room, with the same words', () => {
    const markup = renderToStaticMarkup(<Broken lang={lang} fault={null} onRetry={() => undefined} isSmall />)
    expect(markup).toMatch(new RegExp(`<button[^>]*aria-label="${t('errors.broken')} ${t('actions.retry')}"`))
  })
})
