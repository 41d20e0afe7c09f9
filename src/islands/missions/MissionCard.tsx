// A mission: what it brings, what it asks for, how far one has come, and the claim. What was claimed just now is shown in its place.
import type { CSSProperties, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { MissionView } from '../../contract/missions.ts'
import { claimMission, type Reward } from '../../stores/missions.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ProofLink } from '../ui/WonItem.tsx'
import styles from './card.module.css'
import { RewardPicture, RewardWords } from './RewardPicture.tsx'
import { goalWords, PLACES, progressWords } from './words.ts'

interface MissionCardProps {
  readonly mission: MissionView
  /** Its claim is on the way. */
  readonly isAsking: boolean
  /** Another one's is. */
  readonly isClosed: boolean
  /** What it has just brought. */
  readonly reward: Reward | null
}

function stateOf({ standing }: MissionView, reward: Reward | null): string | undefined {
  if (reward !== null) return 'won'
  if (standing === null) return undefined
  return standing.claimed ? 'claimed' : standing.claimable ? 'waiting' : undefined
}

export function MissionCard({ mission, isAsking, isClosed, reward }: MissionCardProps): ReactElement {
  const { t } = useTranslation('missions')
  return (
    <article className={styles.card} id={`mission-${mission.id}`} data-state={stateOf(mission, reward)}>
      <RewardPicture prize={mission.reward} reward={reward} />
      <div className={styles.body}>
        <h3>{goalWords(t, mission)}</h3>
        <Beam mission={mission} />
      </div>
      <div className={styles.foot}>
        <RewardWords prize={mission.reward} reward={reward} />
        <Way mission={mission} isAsking={isAsking} isClosed={isClosed} reward={reward} />
      </div>
    </article>
  )
}

/** Progress as a beam of light, with its numbers. */
function Beam({ mission }: { mission: MissionView }): ReactElement {
  const { t } = useTranslation('missions')
  const { count, standing, goal } = mission
  const done = standing?.progress ?? 0
  const words = progressWords(t, mission, done)
  // Few steps are counted, many are measured.
  const steps = goal !== 'spent' && count <= 10 ? count : 1
  const style = { '--progress': done / count, '--steps': steps } as CSSProperties
  return (
    <div className={styles.progress}>
      <div
        className={styles.beam}
        role="progressbar"
        aria-label={goalWords(t, mission)}
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={done}
        aria-valuetext={words}
        style={style}
      >
        <span className={styles.lit} />
      </div>
      <p className={styles.numbers} aria-hidden="true">
        {words}
      </p>
    </div>
  )
}

/** What to do next: play, claim, or look at what was claimed. */
function Way({ mission, isAsking, isClosed, reward }: MissionCardProps): ReactElement {
  const { t } = useTranslation('missions')
  const { goal, standing } = mission
  if (reward?.drop) {
    return (
      <p className={styles.links}>
        {reward.rollId === null ? null : <ProofLink rollId={reward.rollId}>{t('won.proof')}</ProofLink>}
        <a href="/dashboard">{t('won.items')}</a>
      </p>
    )
  }
  if (standing?.claimed === true) {
    return (
      <p className={styles.claimed}>
        <Icon name="check" size={18} />
        {reward === null ? t('claimed') : t('won.title')}
      </p>
    )
  }
  if (standing?.claimable === true) {
    return (
      <Button
        tone="signal"
        loading={isAsking}
        disabled={isClosed}
        aria-label={t('claimOf', { goal: goalWords(t, mission) })}
        onClick={() => void claimMission(mission)}
      >
        {t('claim')}
      </Button>
    )
  }
  return <Button href={PLACES[goal]}>{t(`go.${goal}`)}</Button>
}
