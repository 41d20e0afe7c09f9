// The three tiers as lights on an orbit, and on it the star that is the player: where it stands is what his friends deposited.
import type { CSSProperties, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { cents } from '../../game/money.ts'
import { type TierProgress, tierProgress } from '../../game/referral.ts'
import { REFERRAL_TIERS, type ReferralTier } from '../../game/rewards.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { Referral } from '../../stores/referral.ts'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './lights.module.css'

/** The orbit, a part of a circle far below; its lights stand over the middles of three columns. */
const CENTRE = { x: 320, y: 430 }
const RADIUS = 340
const APART_DEGREES = 38.8
const END_DEGREES = 52
/** The star keeps above the lights, so that it never covers what is struck into them. */
const STAR_Y = CENTRE.y - RADIUS - 58

function at(degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180
  return { x: CENTRE.x + RADIUS * Math.sin(angle), y: CENTRE.y - RADIUS * Math.cos(angle) }
}

/** The arc between two angles from the top. */
function arc(from: number, to: number): string {
  const [a, b] = [at(from), at(to)]
  return `M${a.x.toFixed(1)} ${a.y.toFixed(1)}A${RADIUS} ${RADIUS} 0 0 1 ${b.x.toFixed(1)} ${b.y.toFixed(1)}`
}

function standing(referral: Referral): TierProgress | null {
  if (referral.status !== 'ready' || referral.own === null) return null
  return tierProgress(tiersOf(referral), cents(referral.own.deposited))
}

function tiersOf(referral: Referral): readonly ReferralTier[] {
  if (referral.status !== 'ready') return []
  return referral.tiers.map(({ name, from, percent }) => ({ name, fromCents: cents(from), percent }))
}

export function Lights({ referral }: { referral: Referral }): ReactElement {
  const { t } = useTranslation('referral')
  const tiers = tiersOf(referral)
  const progress = standing(referral)
  const place = progress === null ? 0 : REFERRAL_TIERS.indexOf(progress.tier.name)
  const way = progress === null || progress.next === null ? place : place + progress.share
  const degrees = APART_DEGREES * (way - 1)
  return (
    <div className={styles.lights} aria-busy={referral.status === 'loading'}>
      <svg className={styles.sky} viewBox="0 0 640 232" aria-hidden="true" focusable="false">
        <path className={styles.orbit} d={arc(-END_DEGREES, END_DEGREES)} />
        {progress !== null && <path className={styles.travelled} d={arc(-END_DEGREES, degrees)} />}
        {progress !== null && <Star degrees={degrees} />}
        {REFERRAL_TIERS.map((name, index) => (
          <Light
            key={name}
            name={name}
            degrees={APART_DEGREES * (index - 1)}
            percent={tiers[index]?.percent}
            isLit={progress === null || index <= place}
          />
        ))}
      </svg>
      <ol className={styles.tiers} aria-label={t('tiers.label')}>
        {REFERRAL_TIERS.map((name, index) => (
          <li key={name} data-tier={name} data-lit={progress === null || index <= place ? '' : undefined}>
            <strong>{t(`tiers.${name}`)}</strong>
            <Terms tier={tiers[index]} />
            {progress?.tier.name === name && (
              <span className={styles.now}>
                <Icon name="check" size={14} />
                {t('tiers.now')}
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className={styles.standing} role="status">
        <Standing referral={referral} progress={progress} />
      </p>
    </div>
  )
}

function Terms({ tier }: { tier: ReferralTier | undefined }): ReactElement {
  const { t } = useTranslation('referral')
  if (tier === undefined) return <Skeleton width="80%" height={14} className={styles.unknown} />
  const { percent, fromCents } = tier
  if (fromCents === 0) return <span>{t('tiers.first', { percent })}</span>
  return <span>{t('tiers.from', { percent, amount: formatMoney(fromCents) })}</span>
}

function Standing({
  referral,
  progress,
}: {
  referral: Referral
  progress: TierProgress | null
}): ReactElement | string {
  const { t } = useTranslation('referral')
  if (referral.status === 'loading') return <Skeleton width="60%" height={16} />
  if (progress === null) return t('tiers.guest')
  const { tier, next, missingCents } = progress
  const now = { tier: t(`tiers.${tier.name}`), percent: tier.percent }
  if (next === null) return t('tiers.highest', now)
  return t('tiers.missing', { ...now, amount: formatMoney(missingCents), next: t(`tiers.${next.name}`) })
}

/** The player, with a ray down to the orbit; the lights lie over it. */
function Star({ degrees }: { degrees: number }): ReactElement {
  return (
    <g className={styles.star} style={{ '--turn': `${degrees}deg` } as CSSProperties}>
      <line className={styles.ray} x1={CENTRE.x} x2={CENTRE.x} y1={STAR_Y + 10} y2={CENTRE.y - RADIUS} />
      <circle className={styles.halo} cx={CENTRE.x} cy={STAR_Y} r="15" />
      <circle className={styles.core} cx={CENTRE.x} cy={STAR_Y} r="6" />
    </g>
  )
}

interface LightProps {
  readonly name: string
  readonly degrees: number
  readonly percent: number | undefined
  readonly isLit: boolean
}

/** A medal: a disc of its metal in its own light, with its percentage struck into it. */
function Light({ name, degrees, percent, isLit }: LightProps): ReactElement {
  const { x, y } = at(degrees)
  return (
    <g className={styles.light} data-tier={name} data-lit={isLit ? '' : undefined} transform={`translate(${x} ${y})`}>
      <circle className={styles.glow} r="78" />
      <circle className={styles.disc} r="40" />
      <circle className={styles.edge} r="40" />
      <circle className={styles.ring} r="33" />
      <text className={styles.percent} y="7">
        {percent === undefined ? '' : `${percent}%`}
      </text>
    </g>
  )
}
