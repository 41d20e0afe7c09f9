// Making a battle as it is rendered, before and while cases are chosen.
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../../src/game/base/language.ts'
import { BATTLE_FORMAT_NAMES, BATTLE_MODES } from '../../../../src/game/battles/battle.ts'
import { textFor } from '../../../../src/i18n/text.ts'
import { CaseTile } from '../../../../src/islands/battles/create/CaseTile.tsx'
import { ChosenCases } from '../../../../src/islands/battles/create/ChosenCases.tsx'
import { CreateBar } from '../../../../src/islands/battles/create/CreateBar.tsx'
import { CreateScreen } from '../../../../src/islands/battles/create/CreateScreen.tsx'
import type { OfferedCase } from '../../../../src/islands/battles/create/offered-case.ts'
import { Terms } from '../../../../src/islands/battles/create/Terms.tsx'
import { island } from '../../../../src/islands/island.tsx'
import { $draft, openDraft } from '../../../../src/stores/battles/battle-create.ts'
import { casesOf, EMPTY_DRAFT } from '../../../../src/stores/battles/battle-draft.ts'
import { $user } from '../../../../src/stores/kernel/user.ts'
import { PLAYER } from '../../../stores/sample-player.ts'

const offered = (number: number): OfferedCase => ({
  url: `case-${number}`,
  name: `Case ${number}`,
  names: [`Case ${number}`],
  image: `case-${number}.svg`,
  price: 100 * number,
  bestPrice: 1_000,
  returnToPlayer: 0.9,
  opened: 0,
  firstSeen: 0,
})

const CASES = Array.from({ length: 20 }, (_, at) => offered(at + 1))

const Bar = island(CreateBar)
const Chosen = island(ChosenCases)
const Rules = island(Terms)
const Tile = island(CaseTile)

const bar = (lang: Language = 'en'): string => renderToStaticMarkup(<Bar lang={lang} onChooseCases={() => undefined} />)

afterEach(() => {
  $draft.set(EMPTY_DRAFT)
  $user.set({ status: 'unknown' })
})

describe.each(LANGUAGES)('the screen in %s', (lang) => {
  const t = textFor(lang, 'battleNew')
  const markup = renderToStaticMarkup(<CreateScreen lang={lang} cases={CASES} />)

  it('has every text, every format and every mode with its sentence', () => {
    expect(markup).not.toMatch(/>(rounds|cases|format|mode|options|fast|private|part|fund|battleParts|home)[.:]/)
    const parts = textFor(lang, 'battleParts')
    for (const format of BATTLE_FORMAT_NAMES) expect(markup).toContain(`>${format}<`)
    for (const mode of BATTLE_MODES) {
      expect(markup).toContain(`#mode-${mode}"`)
      expect(markup).toContain(parts(`modes.${mode}.text`))
    }
  })

  it('shows the first cases, and how many there are', () => {
    expect(markup.match(/class="[^"]*_tile_/g)).toHaveLength(12)
    expect(markup).toContain(t('cases.all', { count: 20 }))
    expect(markup).toContain(t('choose'))
  })
})

describe('the rounds', () => {
  it('are the chosen cases with their counts, each to be removed', () => {
    $draft.set({ ...EMPTY_DRAFT, cases: casesOf(['case-2', 'case-2', 'case-1']) })
    const markup = renderToStaticMarkup(<Chosen lang="en" cases={CASES} />)
    for (const words of ['3 of 50', 'Remove Case 2', '×2', 'Remove Case 1', 'Remove all'])
      expect(markup).toContain(words)
    expect(markup).not.toContain('data-last')
  })

  it('mark the case that decides a terminal battle', () => {
    $draft.set({ ...EMPTY_DRAFT, mode: 'terminal', cases: casesOf(['case-2', 'case-1']) })
    const markup = renderToStaticMarkup(<Chosen lang="en" cases={CASES} />)
    expect(markup).toMatch(/data-last="true"><button[^>]*Remove Case 1/)
    expect(markup.match(/decides/g)).toHaveLength(1)
  })
})

describe('a case', () => {
  it('is added by its name and price, and counted', () => {
    const none = renderToStaticMarkup(<Tile lang="en" box={offered(3)} skin={null} count={0} canAdd />)
    expect(none).toContain('aria-label="Add Case 3, $3.00. Rounds: 0"')
    expect(none).not.toContain('One Case 3 less')
    const ten = renderToStaticMarkup(<Tile lang="en" box={offered(3)} skin="ak-47-redline" count={10} canAdd={false} />)
    expect(ten).toContain('One Case 3 less')
    expect(ten).toMatch(/Rounds: 10" disabled=""|disabled="" aria-label="Add/)
    expect(ten).toContain('/assets/img/items/ak-47-redline.webp')
  })
})

describe('the terms', () => {
  const terms = (): string => renderToStaticMarkup(<Rules lang="en" />)

  it('say what crazy changes in each mode, and that nothing is inverted where everything is shared', () => {
    $draft.set({ ...EMPTY_DRAFT, crazy: true })
    expect(terms()).toContain('The lowest total takes everything.')
    $draft.set({ ...EMPTY_DRAFT, crazy: true, mode: 'share' })
    expect(terms()).toContain('Not available in Share mode.')
    expect(terms()).toMatch(/role="switch"[^>]*disabled=""|disabled=""[^>]*role="switch"/)
  })

  it('offer to pay for others in private battles only, and say what becomes of unused seats', () => {
    expect(terms()).not.toContain('Pay for others')
    $draft.set({ ...EMPTY_DRAFT, isPrivate: true })
    expect(terms()).toContain('Unused seats are refunded.')
  })
})

describe('the bar', () => {
  it('has the price of a seat, the terms in short, and what the battle costs', async () => {
    await openDraft(CASES, '')
    $user.set({ status: 'authorised', user: PLAYER })
    $draft.set({ ...EMPTY_DRAFT, cases: casesOf(['case-3', 'case-3']), mode: 'rush', percent: 50 })
    const markup = bar()
    for (const words of ['$6.00', 'per seat', '1v1 · Point rush · 2 rounds', 'Create battle · $3.00']) {
      expect(markup).toContain(words)
    }
  })

  it('asks for a deposit where the balance does not cover it', async () => {
    await openDraft(CASES, '')
    $user.set({ status: 'authorised', user: PLAYER })
    $draft.set({ ...EMPTY_DRAFT, cases: casesOf(['case-20']) })
    expect(bar()).toContain('href="/deposit?sum=7.5"')
    expect(bar()).toContain('Deposit $7.50')
  })

  it('refuses more for others than a day allows', async () => {
    await openDraft(CASES, '')
    const cases = casesOf(['case-20', 'case-20', 'case-20'])
    $draft.set({ ...EMPTY_DRAFT, cases, isPrivate: true, fund: 100 })
    expect(bar()).toContain('You can cover up to $50 of other players’ seats a day.')
    expect(bar()).toContain('disabled=""')
  })
})
