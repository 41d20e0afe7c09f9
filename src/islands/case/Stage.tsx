// The stage where cases open: what stands on it before, the reel that comes out of it, the result, and the controls below.
import { useStore } from '@nanostores/react'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentView } from '../../contract/case.ts'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { $openingBeside, type Opening, skip } from '../../stores/opening.ts'
import { Ahead } from '../ui/Ahead.tsx'
import { itemName } from '../ui/item-lines.ts'
import { useFrameLater } from '../ui/use-frame-later.ts'
import { Reel } from './Reel.tsx'
import { Results } from './Results.tsx'
import styles from './stage.module.css'

const ONE_ROW = 5

interface StageProps {
  opening: Opening
  /** How many are opened at once. */
  count: number
  /** Of one opening, in cents. */
  price: number
  contents: readonly ContentView[]
  /** What stands on the stage until the reel comes, and while the answer is on its way. */
  idle: ReactElement
  /** The controls. */
  children: ReactNode
}

export function Stage({ opening, count, price, contents, idle, children }: StageProps): ReactElement {
  const { t } = useTranslation('case')
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
        <Scene opening={opening} price={price} contents={contents} idle={idle} />
      </section>
      {children}
      <Announcement />
    </div>
  )
}

/** How much room the stage takes: it grows with the press of the button, once, and nothing moves when the result comes. */
function stageSize(opening: Opening, count: number): 'still' | 'row' | 'rows' {
  if (opening.phase === 'asking') return count > ONE_ROW ? 'rows' : 'row'
  if (opening.phase !== 'spinning' && opening.phase !== 'result') return 'still'
  return opening.drops.length > ONE_ROW ? 'rows' : 'row'
}

type SceneProps = Pick<StageProps, 'opening' | 'price' | 'contents' | 'idle'>

function Scene({ opening, price, contents, idle }: SceneProps): ReactElement {
  if (opening.phase !== 'spinning' && opening.phase !== 'result') return idle
  return <Show key={opening.drops[0]?.roll} opening={opening} price={price} contents={contents} />
}

interface ShowProps extends Pick<StageProps, 'price' | 'contents'> {
  opening: Extract<Opening, { phase: 'spinning' | 'result' }>
}

/**
 * The reel, and behind it the result, which is made while the reel runs. When it stops, one is faded out and the other shown; the fifty
 * cards of the reel are taken down after that frame and the next, which is the controls'.
 */
function Show({ opening, price, contents }: ShowProps): ReactElement {
  const { drops, demo } = opening
  const isOver = opening.phase === 'result'
  const isReelGone = useFrameLater(useFrameLater(isOver))
  return (
    <>
      {!isReelGone && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Space skip too (use-keys.ts), and so does the button below
        // biome-ignore lint/a11y/noStaticElementInteractions: a tap anywhere on the stage is a shortcut of that button
        <div className={styles.spinning} data-over={isOver || undefined} onClick={skip}>
          <Reel drops={drops} contents={contents} onRest={skip} />
        </div>
      )}
      <Ahead isShown={isOver} className={styles.result}>
        <Results drops={drops} demo={demo} casePrice={price} />
      </Ahead>
    </>
  )
}

/** Tells screen readers what was won, once it is on the stage. */
function Announcement(): ReactElement {
  const { t, i18n } = useTranslation('case')
  const opening = useStore($openingBeside, { ssr: 'initial' })
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
