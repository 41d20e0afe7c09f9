// The stage: the ring with what it decides, and beside it everything that can be known before the click.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketRange } from '../../game/case.ts'
import { UPGRADE_RETURN } from '../../game/economy.ts'
import { ROLL_RANGE } from '../../game/fairness.ts'
import type { Language } from '../../game/language.ts'
import { multiplierOf, winningRange } from '../../game/upgrade.ts'
import { formatCount } from '../../i18n/format.ts'
import {
  $quote,
  $side,
  $stakeCents,
  $target,
  $upgrade,
  type Played,
  skip,
  type Upgrading,
} from '../../stores/upgrade.ts'
import { Ahead } from '../ui/Ahead.tsx'
import { Outcome } from './Outcome.tsx'
import { Ring, type RingProps } from './Ring.tsx'
import styles from './stage.module.css'
import { chanceText, multiplierText, ticketsText } from './words.ts'

/** What the ring shows: the upgrade that runs or has run, else what the stake would buy. */
interface Shown {
  readonly range: TicketRange
  readonly multiplier: number
}

function playedOf(upgrading: Upgrading): Played | null {
  return upgrading.phase === 'spinning' || upgrading.phase === 'result' ? upgrading.played : null
}

function useShown(played: Played | null): Shown | null {
  const quote = useStore($quote)
  const side = useStore($side, { ssr: 'initial' })
  if (played !== null) return { range: played, multiplier: played.target.price / played.stake }
  if (quote === null || !quote.ok) return null
  return { range: winningRange(quote.offer.tickets, side), multiplier: multiplierOf(quote.offer) }
}

function ringState(upgrading: Upgrading): RingProps['state'] {
  if (upgrading.phase === 'asking') return 'wait'
  if (upgrading.phase === 'spinning') return 'run'
  if (upgrading.phase === 'result') return upgrading.played.won ? 'won' : 'lost'
  return 'still'
}

export function Stage(): ReactElement {
  const { t } = useTranslation('upgrade')
  const upgrading = useStore($upgrade, { ssr: 'initial' })
  const played = playedOf(upgrading)
  const shown = useShown(played)
  const isResult = upgrading.phase === 'result'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Space skip too (use-keys.ts), and so does the button below
    <section
      className={styles.stage}
      aria-label={t('stage')}
      data-stage=""
      data-live={played !== null || undefined}
      data-won={(isResult && upgrading.played.won) || undefined}
      data-rarity={played?.target.item.rarity}
      onClick={skip}
    >
      <Ring range={shown?.range ?? null} roll={played?.roll ?? null} state={ringState(upgrading)} onRest={skip}>
        {/* Made while the pointer runs: the moment when it stops belongs to the light. */}
        {played !== null && (
          <Ahead key={played.id} isShown={isResult} className={styles.outcome}>
            <Outcome played={played} state={isResult ? upgrading.state : 'mine'} />
          </Ahead>
        )}
        {!isResult && <Chance shown={shown} />}
      </Ring>
      <Facts shown={shown} />
    </section>
  )
}

function Chance({ shown }: { shown: Shown | null }): ReactElement {
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
      <span className={styles.times}>{multiplierText(shown.multiplier, language)}</span>
    </p>
  )
}

/** All that fixes the outcome but the ticket itself. */
function Facts({ shown }: { shown: Shown | null }): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const language = i18n.language as Language
  const back = UPGRADE_RETURN / 100
  const none = <span className={styles.none}>—</span>
  return (
    <dl className={styles.facts}>
      <div className={styles.inRing}>
        <dt>{t('facts.chance')}</dt>
        <dd>{shown === null ? none : chanceText(shown.range, language)}</dd>
      </div>
      <div className={styles.inRing}>
        <dt>{t('facts.multiplier')}</dt>
        <dd>{shown === null ? none : multiplierText(shown.multiplier, language)}</dd>
      </div>
      <div>
        <dt>{t('facts.tickets', { all: formatCount(ROLL_RANGE, language) })}</dt>
        <dd>{shown === null ? none : ticketsText(shown.range, language)}</dd>
      </div>
      <div>
        <dt>{t('facts.edge')}</dt>
        <dd>
          {100 - back}% <span className={styles.small}>{t('facts.return', { back })}</span>
        </dd>
      </div>
    </dl>
  )
}
