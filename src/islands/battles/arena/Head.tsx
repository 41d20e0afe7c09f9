// The head of a battle: its number, how it is decided, what a seat costs, what is at stake, and that nobody can steer it.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { BATTLE_FORMATS } from '../../../game/battles/battle.ts'
import { judgeReceipt } from '../../../game/battles/receipt.ts'
import type { BattleCard, BattleView } from '../../../protocol/battle.ts'
import { receiptOf } from '../../../stores/battles/battle-receipts.ts'
import { classes } from '../../ui/classes.ts'
import iconButton from '../../ui/controls/icon-button.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { Price } from '../../ui/money/Price.tsx'
import type { Arena } from '../parts/arena.ts'
import { FormatPicture } from '../parts/FormatPicture.tsx'
import { ModeName } from '../parts/ModeName.tsx'
import { modeText } from '../parts/words.ts'
import { RacingSum } from '../stage/RacingSum.tsx'
import styles from './head.module.css'

/** Characters of the lock's hash that are shown: enough to compare at a glance. */
const SHOWN_LENGTH = 8

interface HeadProps {
  readonly battle: BattleCard
  /** Null until the battle is read. */
  readonly view: BattleView | null
}

export function Head({ battle, view }: HeadProps): ReactElement {
  const { t } = useTranslation('battle')
  const { t: parts } = useTranslation('battleParts')
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <a href="/battles" className={classes(iconButton.button, styles.back)} aria-label={t('unknown.action')}>
          <Icon name="chevron-left" />
        </a>
        <h1>{t('title', { number: battle.number })}</h1>
      </div>
      <div className={styles.terms}>
        <span className={styles.kind}>
          <ModeName mode={battle.mode} crazy={battle.crazy} size={22} className={styles.mode} />
          <span className={styles.format}>
            <FormatPicture format={battle.format} />
            {battle.format}
          </span>
        </span>
        <span className={styles.marks}>
          {battle.fast && <Mark icon="quick" words={t('facts.fast')} />}
          {battle.isPrivate && <Mark icon="lock" words={t('facts.private')} />}
        </span>
        <span className={styles.how}>{modeText(parts, battle)}</span>
      </div>
      <FairnessLink battle={battle} view={view} />
    </header>
  )
}

/** Renders a property of the battle; on phones its picture only. */
function Mark({ icon, words }: { readonly icon: string; readonly words: string }): ReactElement {
  return (
    <span className={styles.mark}>
      <Icon name={icon} size={16} />
      <span className={styles.markWords}>{words}</span>
    </span>
  )
}

interface FactsProps {
  readonly battle: BattleCard
  readonly arena: Arena
  readonly isPlayed: boolean
}

/** Shows the price of a seat, and what is at stake: all seats before the first round, then the value of what was drawn. */
export function Facts({ battle, arena, isPlayed }: FactsProps): ReactElement {
  const { t } = useTranslation('battle')
  const isWhole = arena.shown === battle.rounds.length
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('facts.seat')}</dt>
        <dd>
          <Price cents={battle.price} />
        </dd>
      </div>
      <div data-main="">
        <dt>{isPlayed ? t(isWhole ? 'facts.total' : 'facts.drawn') : t('facts.stake')}</dt>
        <dd>
          <RacingSum cents={isPlayed ? arena.potCents : battle.price * BATTLE_FORMATS[battle.format].seats} />
        </dd>
      </div>
    </dl>
  )
}

type FairWords = 'open' | 'locked' | 'drawn' | 'kept' | 'replaced' | 'seed'

/** Returns what the badge says of the fairness of a battle; of a drawn one by what this browser received before. */
function fairWords({ id, state, randomness, locks }: BattleView): FairWords {
  if (randomness.source === 'seed') return 'seed'
  if (state === 'locked') return 'locked'
  if (state !== 'drawn' && state !== 'settled') return 'open'
  const { kind } = judgeReceipt(receiptOf(id)?.locks ?? [], locks.at(-1)?.hash ?? '')
  if (kind === 'replaced') return 'replaced'
  return kind === 'early' ? 'kept' : 'drawn'
}

/** Renders the link to the proof of the battle, with the receipt of its lock once it is published. */
function FairnessLink({ battle, view }: Pick<HeadProps, 'battle' | 'view'>): ReactElement | null {
  const { t } = useTranslation('battle')
  if (view === null) return <span className={styles.fair} />
  const hash = view.locks.at(-1)?.hash
  const fairness = fairWords(view)
  const words = t(`fair.${fairness}`)
  return (
    <a
      className={styles.fair}
      href={`/fairness?battle=${battle.id}`}
      title={words}
      data-bad={fairness === 'replaced' || undefined}
    >
      <Icon name={fairness === 'replaced' ? 'alert' : 'shield'} size={18} />
      <span className={styles.fairWords}>{words}</span>
      <code aria-hidden={hash === undefined || undefined}>
        {hash === undefined ? (
          '·'.repeat(SHOWN_LENGTH)
        ) : (
          <>
            <span className="unseen">{t('fair.lock')} </span>
            {hash.slice(0, SHOWN_LENGTH)}
          </>
        )}
      </code>
    </a>
  )
}
