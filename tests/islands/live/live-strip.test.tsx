// What the strip renders on the server, and where each kind of drop leads.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DROP_TYPES, type DropType, type LiveDrop } from '../../../src/contract/live.ts'
import { LANGUAGES, type Language } from '../../../src/game/language.ts'
import { island } from '../../../src/islands/island.tsx'
import { DropCard } from '../../../src/islands/live/DropCard.tsx'
import { LiveStrip } from '../../../src/islands/live/LiveStrip.tsx'
import { redline } from '../../stores/redline.ts'

const Card = island(DropCard)

const PROOF = '/fairness?roll=0199a2f0-0000-7000-8000-000000000001'

const drop: LiveDrop = {
  id: '0199a2f0-0000-7000-8000-000000000001',
  type: 'case',
  price: 2000,
  item: redline,
  case: { url: 'orion', image: 'orion.svg', name: { en: 'Orion', ru: 'Орион', uk: 'Оріон' } },
  proof: PROOF,
  user: { id: 7, username: 'Vega', avatar: '', lvl: 12 },
  created_at: 0,
}

const html = (changes: Partial<LiveDrop>, lang: 'en' | 'ru' | 'uk' = 'en', isNew = false): string =>
  renderToStaticMarkup(<Card lang={lang} drop={{ ...drop, ...changes, isNew }} place={0} />)

/** A drop that came from no case. */
function bare(type: DropType, lang: Language = 'en', proof: string | null = PROOF): string {
  const { case: _, ...rest } = drop
  return renderToStaticMarkup(<Card lang={lang} drop={{ ...rest, type, proof, isNew: false }} place={0} />)
}

const links = (markup: string): string[] => [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href)

describe('the strip before its first answer', () => {
  const markup = renderToStaticMarkup(<LiveStrip lang="uk" />)

  it('shows 20 placeholders', () => {
    expect(markup.match(/data-placeholder/g)).toHaveLength(20)
    expect(markup).toContain('aria-busy="true"')
  })

  it('has two tabs, the current one disabled', () => {
    expect(markup).toMatch(/data-tab="best"(?![^>]*disabled)[^>]*>.*Найкращі/)
    expect(markup).toMatch(/data-tab="all"[^>]* disabled=""/)
  })
})

describe('a drop', () => {
  it.each([
    ['upgrade', '/upgrade'],
    ['contract', '/contracts'],
    ['wheel', '/wheel'],
    ['raffle', '/raffle'],
    ['missions', '/missions'],
  ] as const)('of the %s leads to %s, and to the proof of how it was drawn', (type, path) => {
    const proof = type === 'raffle' ? '/raffle?proof=0199a2f0-0000-7000-8000-000000000002' : PROOF
    const markup = bare(type, 'en', proof)
    expect(links(markup)).toEqual([path, proof, '/user/7'])
    expect(markup).not.toContain('Given, not drawn')
  })

  it.each(['missions', 'calendar'] as const)('of the %s that was given says that nothing was drawn', (type) => {
    for (const [place, lang] of LANGUAGES.entries()) {
      const markup = bare(type, lang, null)
      expect(markup).not.toContain('/fairness')
      expect(markup).toContain(['Given, not drawn', 'Выдано, не разыграно', 'Видано, не розіграно'][place])
    }
  })

  it.each([
    ['wheel', 'wheel', ['Wheel', 'Колесо', 'Колесо']],
    ['raffle', 'raffle', ['Raffle', 'Розыгрыш', 'Розіграш']],
    ['missions', 'missions', ['Mission', 'Миссия', 'Місія']],
    ['calendar', 'calendar', ['Calendar', 'Календарь', 'Календар']],
  ] as const)('of the %s names its source, beside its sign, in three languages', (type, icon, words) => {
    for (const [place, lang] of LANGUAGES.entries()) {
      const markup = bare(type, lang)
      expect(markup).toMatch(new RegExp(`icons\\.svg#${icon}".*>${words[place]}<`))
      expect(markup).toMatch(new RegExp(`\\$20\\.00\\. ${words[place]}`))
    }
  })

  it('of a free case leads to the free cases, with the picture and the name of its case', () => {
    const markup = html({
      case: { url: 'free_case', image: 'free-comet.svg', name: { en: 'Comet', ru: 'Комета', uk: 'Комета' } },
    })
    expect(links(markup)).toEqual(['/free_case', PROOF, '/user/7'])
    expect(markup).toContain('src="/assets/img/cases/free-comet.svg"')
    expect(markup).toContain('AK-47 Redline, $20.00. Comet')
  })

  it('of a case leads to the case and shows its picture and name', () => {
    expect(links(html({}))).toContain('/case/orion')
    expect(html({})).toContain('src="/assets/img/cases/orion.svg"')
    expect(html({})).toContain('AK-47 Redline, $20.00. Orion')
  })

  it('of the calendar has no link, and can be reached by keyboard all the same', () => {
    const markup = bare('calendar', 'en', null)
    expect(links(markup)).toEqual(['/user/7'])
    expect(markup).toContain('tabindex="0"')
  })

  it('speaks the language of the page', () => {
    expect(html({}, 'ru')).toContain('Красная линия')
    expect(html({}, 'uk')).toContain('Профіль гравця Vega, рівень 12')
    for (const type of DROP_TYPES) expect(html({ type }, 'ru')).not.toContain('type.')
  })

  it('shows the level of its player', () => {
    expect(html({})).toMatch(/class="[^"]*level[^>]*>12</)
  })

  it('of a player who hides names nobody and leads to nobody', () => {
    const markup = html({ user: { id: 7, username: null, avatar: null, lvl: 12 } })
    expect(markup).toContain('Hidden player')
    expect(markup).toContain('/assets/img/players/default.svg')
    expect(markup).not.toContain('/user/')
    expect(links(markup)).toContain(PROOF)
  })

  it('glints when it is new and dear, only then', () => {
    const glints = (price: number, isNew: boolean): boolean => /class="[^"]*glint/.test(html({ price }, 'en', isNew))
    expect([glints(2000, true), glints(1999, true), glints(2000, false)]).toEqual([true, false, false])
  })
})
