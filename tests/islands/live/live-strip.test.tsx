// What the live drops render on the server, and where each kind of drop links to.

import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { DROP_SOURCES, type DropSource } from '../../../src/game/base/games.ts'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { i18nFor } from '../../../src/i18n/text.ts'
import { DropCard } from '../../../src/islands/live/DropCard.tsx'
import { LiveStrip } from '../../../src/islands/live/LiveStrip.tsx'
import type { LiveDrop } from '../../../src/protocol/live.ts'
import type { FeedDrop } from '../../../src/stores/live/live-drop.ts'
import { redline } from '../../stores/sample-item.ts'
import { sampleName } from '../../support/players/sample-name.ts'

const PROOF = '/fairness?roll=0199a2f0-0000-7000-8000-000000000001'

const drop: LiveDrop = {
  id: '0199a2f0-0000-7000-8000-000000000001',
  type: 'case',
  price: 2000,
  item: redline,
  case: { url: 'orion', image: 'orion.svg', name: sampleName('Orion') },
  proof: PROOF,
  user: { id: 7, username: 'Vega', avatar: '', lvl: 12 },
  created_at: 0,
}

const render = (shown: FeedDrop, lang: Language, isNew: boolean): string =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18nFor(lang)}>
      <DropCard drop={{ ...shown, isNew }} place={0} />
    </I18nextProvider>,
  )

const html = (changes: Partial<FeedDrop>, lang: Language = 'en', isNew = false): string =>
  render({ ...drop, ...changes }, lang, isNew)

/** A drop without a case. */
function bare(type: DropSource, lang: Language = 'en', proof: string | null = PROOF): string {
  const { case: _, ...rest } = drop
  return render({ ...rest, type, proof }, lang, false)
}

const links = (markup: string): string[] => [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href)

describe('the live drops before the first response', () => {
  const markup = renderToStaticMarkup(<LiveStrip lang="uk" />)

  it('show 20 placeholders', () => {
    expect(markup.match(/data-placeholder/g)).toHaveLength(20)
    expect(markup).toContain('aria-busy="true"')
  })

  it('have two tabs, the current one disabled', () => {
    expect(markup).toMatch(/data-tab="best"(?![^>]*disabled)[^>]*>.*Найкращі/)
    expect(markup).toMatch(/data-tab="all"[^>]* disabled=""/)
  })
})

describe('a drop', () => {
  const face = (markup: string): string => /<span class="_name[^>]*aria-hidden="true">(.*?)<a /.exec(markup)?.[1] ?? ''
  const hiddenUser = { id: null, username: null, avatar: null, lvl: 3 }

  it('shows weapon, name and price, and its player and its case only when it is open', () => {
    expect(face(html({}))).toMatch(/>AK-47<.*>Redline<.*\$20\.00/)
    for (const text of ['Orion', 'Vega']) {
      expect(face(html({}))).not.toContain(text)
      expect(html({})).toContain(`>${text}<`)
    }
  })

  it('writes a long name in smaller letters instead of cutting it', () => {
    const name = { en: 'Desert Eagle | Emerald Jörmungandr', ru: '', uk: '' }
    expect(html({ item: { ...redline, name } })).toContain('data-long="long"')
    expect(html({})).not.toContain('data-long')
  })

  it('of a hidden player has no id', () => {
    expect(html({})).toContain('data-player="7"')
    const hidden = html({ user: hiddenUser }, 'uk')
    expect(hidden).toContain('Прихований гравець')
    expect(hidden).not.toContain('data-player')
  })

  it.each([
    ['upgrade', '/upgrade'],
    ['contract', '/contracts'],
    ['wheel', '/wheel'],
    ['raffle', '/raffle'],
    ['missions', '/missions'],
  ] as const)('of the %s links to %s, and to its proof', (type, path) => {
    const proof = type === 'raffle' ? '/raffle?proof=0199a2f0-0000-7000-8000-000000000002' : PROOF
    const markup = bare(type, 'en', proof)
    expect(links(markup)).toEqual([path, proof, '/user/7'])
    expect(markup).not.toContain('Guaranteed reward')
  })

  it.each(['missions', 'calendar'] as const)('of the %s that was given says that nothing was drawn', (type) => {
    for (const [place, lang] of LANGUAGES.entries()) {
      const markup = bare(type, lang, null)
      expect(markup).not.toContain('/fairness')
      expect(markup).toContain(['Guaranteed reward', 'Гарантированная награда', 'Гарантована нагорода'][place])
    }
  })

  it.each([
    ['wheel', 'wheel', ['Wheel', 'Колесо', 'Колесо']],
    ['raffle', 'raffle', ['Raffle', 'Розыгрыш', 'Розіграш']],
    ['missions', 'missions', ['Mission', 'Миссия', 'Місія']],
    ['calendar', 'calendar', ['Calendar', 'Календарь', 'Календар']],
  ] as const)('of the %s names its source, next to its icon, in three languages', (type, icon, words) => {
    for (const [place, lang] of LANGUAGES.entries()) {
      const markup = bare(type, lang)
      expect(markup).toMatch(new RegExp(`icons\\.svg#${icon}".*>${words[place]}<`))
      expect(markup).toMatch(new RegExp(`\\$20\\.00\\. ${words[place]}`))
    }
  })

  it('of a free case links to the free cases, with the picture and the name of its case', () => {
    const markup = html({
      case: { url: 'free_case', image: 'free-comet.svg', name: sampleName('Comet') },
    })
    expect(links(markup)).toEqual(['/free_case', PROOF, '/user/7'])
    expect(markup).toContain('src="/assets/img/cases/free-comet.svg"')
    expect(markup).toContain('AK-47 Redline, $20.00. Comet')
  })

  it('of a case links to the case and shows its picture and name', () => {
    expect(links(html({}))).toContain('/case/orion')
    expect(html({})).toContain('src="/assets/img/cases/orion.small.webp"')
    expect(html({})).toContain('AK-47 Redline, $20.00. Orion')
  })

  it('of the calendar has no link, but can be focused by keyboard', () => {
    const markup = bare('calendar', 'en', null)
    expect(links(markup)).toEqual(['/user/7'])
    expect(markup).toContain('tabindex="0"')
  })

  it('uses the language of the page', () => {
    expect(html({}, 'ru')).toContain('Красная линия')
    expect(html({}, 'uk')).toContain('Профіль гравця Vega, рівень 12')
    for (const type of DROP_SOURCES) expect(html({ type }, 'ru')).not.toContain('type.')
  })

  it('shows the level of its player', () => {
    expect(html({})).toMatch(/class="[^"]*level[^>]*>12</)
  })

  it('of a hidden player has no name and no link', () => {
    const markup = html({ user: { id: 7, username: null, avatar: null, lvl: 12 } })
    expect(markup).toContain('Hidden player')
    expect(markup).toContain('/assets/img/players/default.svg')
    expect(markup).not.toContain('/user/')
    expect(links(markup)).toContain(PROOF)
  })

  it('with the fields of the specification alone shows neither level nor proof nor drawing', () => {
    const item = { ...redline, skin: null, weaponClass: null, icon_url: 'steam-icon' }
    const user = { id: 7, username: 'Vega', avatar: '', lvl: null }
    const { case: _, proof: __, ...rest } = drop
    const markup = render({ ...rest, type: 'upgrade', item, user, created_at: null }, 'en', false)
    expect(links(markup)).toEqual(['/upgrade', '/user/7'])
    expect(markup).toContain('aria-label="Profile of Vega"')
    expect(markup).toContain('/steam-icon/')
    for (const absent of ['level', 'Guaranteed reward', '/assets/img/items/', 'null', 'undefined']) {
      expect(markup).not.toContain(absent)
    }
  })

  it('glints only when it is new and expensive', () => {
    const glints = (price: number, isNew: boolean): boolean => /class="[^"]*glint/.test(html({ price }, 'en', isNew))
    expect([glints(2000, true), glints(1999, true), glints(2000, false)]).toEqual([true, false, false])
  })
})
