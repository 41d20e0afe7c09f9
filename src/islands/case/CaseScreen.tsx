// The stage of a case and what steers it: the crate, the reel that comes out of it, the result, and the controls below.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseView } from '../../contract/case.ts'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { $count, $opening, enterCase, type Opening, skip } from '../../stores/opening.ts'
import { island } from '../island.tsx'
import { itemName } from '../ui/item-lines.ts'
import { Controls } from './Controls.tsx'
import { Crate } from './Crate.tsx'
import { Reel } from './Reel.tsx'
import { Results } from './Results.tsx'
import styles from './stage.module.css'
import { useKeys } from './use-keys.ts'

const ONE_ROW = 5

export interface CaseScreenProps {
  shown: Pick<CaseView, 'url' | 'image' | 'price' | 'enabled' | 'contents'>
}

function CaseScreenView({ shown }: CaseScreenProps): ReactElement {
  const { t } = useTranslation('case')
  const opening = useStore($opening, { ssr: 'initial' })
  const count = useStore($count, { ssr: 'initial' })
  const { url, price, enabled } = shown
  // Before anyone can press: what is chosen at once is not to be undone.
  useLayoutEffect(() => enterCase({ url, price, enabled }), [url, price, enabled])
  useKeys()
  const screen = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLElement>(null)
  const size = stageSize(opening, count)
  // Whoever opens from further down the page sees the stage and its controls; where both do not fit, the stage.
  useEffect(() => {
    if (size === 'still') return
    screen.current?.scrollIntoView({ block: 'nearest' })
    stage.current?.scrollIntoView({ block: 'nearest' })
  }, [size])
  return (
    <div className={styles.screen} ref={screen}>
      <section className={styles.stage} ref={stage} aria-label={t('stage')} data-size={size}>
        <Scene opening={opening} shown={shown} />
      </section>
      <Controls shown={shown} />
      <Announcement opening={opening} />
    </div>
  )
}

/** How much room the stage takes: it grows with the press of the button, once, and nothing moves when the result comes. */
function stageSize(opening: Opening, count: number): 'still' | 'row' | 'rows' {
  if (opening.phase === 'asking') return count > ONE_ROW ? 'rows' : 'row'
  if (opening.phase !== 'spinning' && opening.phase !== 'result') return 'still'
  return opening.drops.length > ONE_ROW ? 'rows' : 'row'
}

function Scene({ opening, shown }: { opening: Opening } & CaseScreenProps): ReactElement {
  if (opening.phase === 'spinning') {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Space skip too (use-keys.ts), and so does the button below
      // biome-ignore lint/a11y/noStaticElementInteractions: a tap anywhere on the stage is a shortcut of that button
      <div className={styles.spinning} onClick={skip}>
        <Reel drops={opening.drops} contents={shown.contents} onRest={skip} />
      </div>
    )
  }
  if (opening.phase === 'result') {
    return <Results key={opening.drops[0]?.roll} drops={opening.drops} demo={opening.demo} casePrice={shown.price} />
  }
  return <Crate url={shown.url} image={shown.image} opening={opening.phase === 'asking'} enabled={shown.enabled} />
}

/** Tells screen readers what was won, once it is on the stage. */
function Announcement({ opening }: { opening: Opening }): ReactElement {
  const { t, i18n } = useTranslation('case')
  const language = i18n.language as Language
  let words = ''
  if (opening.phase === 'result') {
    const { drops, demo } = opening
    const names = drops.map(({ item }) => itemName(item, language))
    const price = formatMoney(drops.reduce((sum, drop) => sum + drop.price, 0))
    const many = { count: drops.length, price, items: names.join(', ') }
    const one = { item: names[0] ?? '', price }
    if (drops.length === 1) words = demo ? t('result.demo', one) : t('result.won', one)
    else words = demo ? t('result.demoMany', many) : t('result.wonMany', many)
  }
  return (
    <p className="unseen" aria-live="polite">
      {words}
    </p>
  )
}

export const CaseScreen = island(CaseScreenView)
