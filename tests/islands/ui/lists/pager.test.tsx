// The end of a paged list: the next page is offered where one follows, and nothing after the last one.
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { i18nFor } from '../../../../src/i18n/text.ts'
import { PagedList } from '../../../../src/islands/ui/lists/PagedList.tsx'
import { Pager, ScrollPager } from '../../../../src/islands/ui/lists/Pager.tsx'
import { EmptyState } from '../../../../src/islands/ui/messages/EmptyState.tsx'
import type { Paged } from '../../../../src/stores/kernel/paged.ts'

const ignore = (): void => undefined

const markupOf = (view: ReactElement): string =>
  renderToStaticMarkup(<I18nextProvider i18n={i18nFor('en')}>{view}</I18nextProvider>)

const pager = (part: Pick<Paged<unknown>, 'cursor' | 'more'>): string =>
  markupOf(<Pager list={part} label="Older" onMore={ignore} />)

const scrolled = (part: Pick<Paged<unknown>, 'cursor' | 'more'>): string =>
  markupOf(<ScrollPager list={part} failed="Lost" onMore={ignore} />)

describe('the pager', () => {
  it('is hidden after the last page, in each state of the previous one', () => {
    for (const more of ['idle', 'loading', 'failed'] as const) {
      expect(pager({ cursor: null, more })).toBe('')
      expect(scrolled({ cursor: null, more })).toBe('')
    }
  })

  it('offers the next page, and is disabled while it loads', () => {
    expect(pager({ cursor: 'a', more: 'idle' })).toMatch(/<button(?!.*disabled).*Older/)
    expect(pager({ cursor: 'a', more: 'loading' })).toMatch(/<button.*aria-busy="true" aria-disabled="true".*Older/)
  })

  it('shows that the next page failed, and offers to retry', () => {
    expect(pager({ cursor: 'a', more: 'failed' })).toMatch(
      /role="status".*errors\.offline|role="status".*No connection/,
    )
    expect(scrolled({ cursor: 'a', more: 'failed' })).toMatch(/role="status"><p>Lost<\/p><button/)
  })

  it('reserves the space of the next page while it loads automatically', () => {
    expect(scrolled({ cursor: 'a', more: 'loading' })).toMatch(/aria-hidden="true"/)
  })
})

describe('a paged list', () => {
  const html = (part: Partial<Paged<string>>): string =>
    markupOf(
      <PagedList
        list={{ status: 'ready', entries: [], cursor: null, more: 'idle', ...part }}
        skeletons={<i>skeletons</i>}
        failed={{ title: 'Lost', text: 'Not loaded' }}
        empty={<EmptyState icon="clock" text="None yet" />}
        onLoad={ignore}
      >
        {(entries) => entries.join(', ')}
      </PagedList>,
    )

  it('shows skeletons, then its entries or the empty state', () => {
    expect(html({ status: 'loading' })).toBe('<i>skeletons</i>')
    expect(html({ entries: ['a', 'b'] })).toBe('a, b')
    expect(html({})).toContain('None yet')
  })

  it('keeps its entries visible while they reload, and when that fails', () => {
    for (const status of ['loading', 'failed'] as const) expect(html({ status, entries: ['a'] })).toBe('a')
  })

  it('shows that the first page failed, and offers to retry', () => {
    expect(html({ status: 'failed' })).toMatch(/role="status".*Lost.*Not loaded.*<button/)
  })
})
