// The stage: the ring, and next to it all that is known before the upgrade.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { winTier } from '../../../game/base/win-tier.ts'
import type { TicketRange } from '../../../game/cases/case.ts'
import { ROLL_RANGE } from '../../../game/fairness/fairness.ts'
import { multiplierOf, winningRange } from '../../../game/games/upgrade.ts'
import { formatCount, formatMultiplier, formatPercent } from '../../../i18n/format.ts'
import { playedOf } from '../../../stores/games/game-run.ts'
import {
  $quote,
  $side,
  $stakeCents,
  $target,
  $upgrade,
  type PlayedUpgrade,
  skip,
  type UpgradeRun,
} from '../../../stores/games/upgrade.ts'
import { $targets } from '../../../stores/games/upgrade-targets.ts'
import { endBy } from '../../ui/motion/animation-end.ts'
import { Celebration } from '../../ui/motion/Celebration.tsx'
import { Prerendered } from '../../ui/motion/Prerendered.tsx'
import { Outcome } from './Outcome.tsx'
import { Ring, type RingProps } from './Ring.tsx'
import styles from './stage.module.css'
import { chanceText, ticketsText } from './words.ts'

const rest = endBy(skip)

/** The content of the ring: the upgrade that runs or has run, else the quote of the stake. */
interface RingContent {
  readonly range: TicketRange
  readonly multiplier: number
  /** Of the target, in ten-thousandths of the stake. */
  readonly edge: number
}

/** Ten-thousandths in a whole stake. */
const WHOLE = 10_000

function useRingContent(played: PlayedUpgrade | null): RingContent | null {
  const quote = useStore($quote)
  const side = useStore($side, { ssr: 'initial' })
  const target = useStore($target, { ssr: 'initial' })
  if (played !== null) {
    const { price, edge } = played.target
    return { range: played, multiplier: price / played.stake, edge }
  }
  if (quote === null || !quote.ok || target === null) return null
  return { range: winningRange(quote.offer.tickets, side), multiplier: multiplierOf(quote.offer), edge: target.edge }
}

function ringState(upgrading: UpgradeRun): RingProps['state'] {
  if (upgrading.phase === 'asking') return 'wait'
  if (upgrading.phase === 'playing') return 'run'
  if (upgrading.phase === 'result') return upgrading.played.won ? 'won' : 'lost'
  return 'still'
}

export function Stage(): ReactElement {
  const { t } = useTranslation('upgrade')
  const upgrading = useStore($upgrade, { ssr: 'initial' })
  const played = playedOf(upgrading)
  const shown = useRingContent(played)
  const isResult = upgrading.phase === 'result'
  const isWon = isResult && upgrading.played.won
  const tier = played === null || !played.won ? 0 : winTier(played.target.price, played.stake)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Space skip too (use-game-keys.ts), and so does the button below
    <section
      className={styles.stage}
      aria-label={t('stage')}
      data-stage=""
      data-live={played !== null || upgrading.phase === 'asking' || undefined}
      data-won={isWon || undefined}
      data-rarity={played?.target.item.rarity}
      onClick={skip}
    >
      {isWon && (
        <div className={styles.backdrop}>
          <div className={styles.celebration}>
            <Celebration tier={tier} rarity={upgrading.played.target.item.rarity} />
          </div>
        </div>
      )}
      <Ring
        range={shown?.range ?? null}
        roll={played?.roll ?? null}
        tier={tier}
        state={ringState(upgrading)}
        onRest={rest}
      >
        {/* Rendered while the pointer moves, so that its stop causes no work. */}
        {played !== null && (
          <Prerendered key={played.id} isShown={isResult} className={styles.outcome}>
            <Outcome played={played} />
          </Prerendered>
        )}
        {!isResult && <Chance shown={shown} />}
      </Ring>
      <Facts shown={shown} />
    </section>
  )
}

function Chance({ shown }: { shown: RingContent | null }): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const language = i18n.language as Language
  const isStaked = useStore($stakeCents) > 0
  const isAimed = useStore($target, { ssr: 'initial' }) !== null
  if (shown === null) {
    const lacking = isAimed ? t('step.stake') : isStaked ? t('step.target') : t('choose')
    return <p className={styles.choose}>{isStaked && isAimed ? t('unfit') : lacking}</p>
  }
  return (
    <p className={styles.chance} aria-hidden="true">
      <span className={styles.percent}>{chanceText(shown.range, language)}</span>
      <span className={styles.times}>{formatMultiplier(shown.multiplier, language)}</span>
    </p>
  )
}

/** Lists everything that determines the result except the ticket itself. */
function Facts({ shown }: { shown: RingContent | null }): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const language = i18n.language as Language
  // Without a target, that of most targets.
  const { edge: least } = useStore($targets, { ssr: 'initial' })
  const edge = shown?.edge ?? least
  const none = <span className={styles.none}>—</span>
  return (
    <dl className={styles.facts}>
      <div className={styles.inRing}>
        <dt>{t('facts.chance')}</dt>
        <dd>{shown === null ? none : chanceText(shown.range, language)}</dd>
      </div>
      <div className={styles.inRing}>
        <dt>{t('facts.multiplier')}</dt>
        <dd>{shown === null ? none : formatMultiplier(shown.multiplier, language)}</dd>
      </div>
      <div>
        <dt>{t('facts.tickets', { all: formatCount(ROLL_RANGE, language) })}</dt>
        <dd>{shown === null ? none : ticketsText(shown.range, language)}</dd>
      </div>
      <div>
        <dt>{t('facts.edge')}</dt>
        <dd>
          <span>{formatPercent(edge / WHOLE, language)}</span>{' '}
          <span className={styles.small}>
            {t('facts.return', { back: formatCount(100 - (100 * edge) / WHOLE, language) })}
          </span>
        </dd>
      </div>
    </dl>
  )
}
