// A mission: its reward, its goal, the progress, and the claim. A reward that was just claimed is shown in its place.
import type { CSSProperties, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { MissionView } from '../../../protocol/missions.ts'
import { claimMission, type Reward } from '../../../stores/rewards/missions.ts'
import { ProofLink } from '../../games/parts/WonItem.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Seal } from '../parts/Seal.tsx'
import { useClaim } from '../parts/use-claim.ts'
import styles from './card.module.css'
import { RewardPicture, RewardWords } from './RewardPicture.tsx'
import { GOAL_PAGES, goalWords, progressWords } from './words.ts'

interface MissionCardProps {
  readonly mission: MissionView
  /** True where the player gets no gifts: the screen says why. */
  readonly isRefused: boolean
  /** True while its reward is being claimed. */
  readonly isAsking: boolean
  /** True while any claim is pending or its reel runs. */
  readonly isClosed: boolean
  /** The reward that was just claimed. */
  readonly reward: Reward | null
}

function stateOf({ standing }: MissionView, reward: Reward | null): string | undefined {
  if (reward !== null) return 'won'
  if (standing === null) return undefined
  return standing.claimed ? 'claimed' : standing.claimable ? 'waiting' : undefined
}

export function MissionCard({ mission, isRefused, isAsking, isClosed, reward }: MissionCardProps): ReactElement {
  const { t } = useTranslation('missions')
  const state = stateOf(mission, reward)
  const picture = useClaim<HTMLDivElement>(reward?.prize ?? null)
  return (
    <article className={styles.card} id={`mission-${mission.id}`} data-state={state}>
      <div ref={picture} className={styles.picture}>
        <RewardPicture prize={mission.reward} reward={reward} />
        {(state === 'won' || (state === 'waiting' && !isRefused)) && <Seal isBroken={state === 'won'} />}
      </div>
      <div className={styles.body}>
        <h3>{goalWords(t, mission)}</h3>
        <ProgressBar mission={mission} />
      </div>
      <div className={styles.foot}>
        <RewardWords prize={mission.reward} reward={reward} />
        <MissionAction
          mission={mission}
          isRefused={isRefused}
          isAsking={isAsking}
          isClosed={isClosed}
          reward={reward}
        />
      </div>
    </article>
  )
}

/** Shows the progress as a bar and in numbers. */
function ProgressBar({ mission }: { mission: MissionView }): ReactElement {
  const { t } = useTranslation('missions')
  const { count, standing, goal } = mission
  const done = standing?.progress ?? 0
  const words = progressWords(t, mission, done)
  // A bar of few steps is divided into them.
  const steps = goal !== 'spent' && count <= 10 ? count : 1
  const style = { '--progress': done / count, '--steps': steps } as CSSProperties
  return (
    <div className={styles.progress}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={goalWords(t, mission)}
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={done}
        aria-valuetext={words}
        style={style}
      >
        <span className={styles.filled} />
      </div>
      <p className={styles.numbers} aria-hidden="true">
        {words}
      </p>
    </div>
  )
}

/** Renders the next action: play, claim, or look at the reward. */
function MissionAction({ mission, isRefused, isAsking, isClosed, reward }: MissionCardProps): ReactElement {
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
  if (standing?.claimable === true && !isRefused) {
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
  return <Button href={GOAL_PAGES[goal]}>{t(`go.${goal}`)}</Button>
}
