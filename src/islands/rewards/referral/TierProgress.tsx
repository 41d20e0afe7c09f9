// The three tiers as medals on an arc, and a marker for the player, whose position is the sum that their referrals deposited.
import type { CSSProperties, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { cents } from '../../../game/base/money.ts'
import { type TierProgress as Progress, tierProgress } from '../../../game/rewards/referral.ts'
import { REFERRAL_TIERS, type ReferralTier } from '../../../game/rewards/rewards.ts'
import { formatDateTime, formatMoney } from '../../../i18n/format.ts'
import type { OwnReferral } from '../../../protocol/referral.ts'
import type { Referral } from '../../../stores/rewards/referral.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import styles from './tier-progress.module.css'

/** The arc is part of a circle with its centre below the drawing; its medals are above the middles of three columns. */
const CENTRE = { x: 320, y: 430 }
const RADIUS = 340
const APART_DEGREES = 38.8
const END_DEGREES = 52
/** The marker is above the medals, so that it never covers their text. */
const MARKER_Y = CENTRE.y - RADIUS - 58

function at(degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180
  return { x: CENTRE.x + RADIUS * Math.sin(angle), y: CENTRE.y - RADIUS * Math.cos(angle) }
}

/** Returns the path of the arc between two angles from the top. */
function arc(from: number, to: number): string {
  const [a, b] = [at(from), at(to)]
  return `M${a.x.toFixed(1)} ${a.y.toFixed(1)}A${RADIUS} ${RADIUS} 0 0 1 ${b.x.toFixed(1)} ${b.y.toFixed(1)}`
}

function progressOf(referral: Referral): Progress | null {
  if (referral.status !== 'ready' || referral.own === null) return null
  return tierProgress(tiersOf(referral), cents(referral.own.deposited))
}

function tiersOf(referral: Referral): readonly ReferralTier[] {
  if (referral.status !== 'ready') return []
  return referral.tiers.map(({ name, from, percent }) => ({ name, fromCents: cents(from), percent }))
}

/** The id of the filter that makes the glow of a medal. */
const BLUR = 'medal-blur'

export function TierProgress({ referral }: { referral: Referral }): ReactElement {
  const { t } = useTranslation('referral')
  const tiers = tiersOf(referral)
  const progress = progressOf(referral)
  const place = progress === null ? 0 : REFERRAL_TIERS.indexOf(progress.tier.name)
  const way = progress === null || progress.next === null ? place : place + progress.share
  const degrees = APART_DEGREES * (way - 1)
  return (
    <div className={styles.tierProgress} aria-busy={referral.status === 'loading'}>
      <svg className={styles.drawing} viewBox="0 0 640 232" aria-hidden="true" focusable="false">
        {/* Not by CSS, whose filters WebKit leaves out inside of SVG. */}
        <filter id={BLUR} x="-50%" y="-50%" width="200%" height="200%">
          <feGaussianBlur stdDeviation="22" />
        </filter>
        <path className={styles.track} d={arc(-END_DEGREES, END_DEGREES)} />
        {progress !== null && <path className={styles.completed} d={arc(-END_DEGREES, degrees)} />}
        {progress !== null && <PlayerMarker degrees={degrees} />}
        {REFERRAL_TIERS.map((name, index) => (
          <TierMedal
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
      <p className={styles.summary} role="status">
        <TierSummary referral={referral} progress={progress} />
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

function TierSummary({ referral, progress }: { referral: Referral; progress: Progress | null }): ReactElement {
  const { t } = useTranslation('referral')
  if (referral.status === 'loading') return <Skeleton width="60%" height={16} />
  if (progress === null) return <span>{t('tiers.guest')}</span>
  const agreed = referral.status === 'ready' ? (referral.own?.agreed ?? null) : null
  if (agreed !== null) return <Agreed {...agreed} />
  const { tier, next, missingCents } = progress
  const now = { tier: t(`tiers.${tier.name}`), percent: tier.percent }
  if (next === null) return <span>{t('tiers.highest', now)}</span>
  return <span>{t('tiers.missing', { ...now, amount: formatMoney(missingCents), next: t(`tiers.${next.name}`) })}</span>
}

/** A share by agreement that is more than the tier's: it is the one that counts. */
function Agreed({ percent, until }: NonNullable<OwnReferral['agreed']>): ReactElement {
  const { t } = useTranslation('referral')
  return (
    <strong className={styles.agreed}>
      {until === null
        ? t('tiers.agreed', { percent })
        : t('tiers.agreedUntil', { percent, date: formatDateTime(until) })}
    </strong>
  )
}

/** Draws the marker of the player with a line down to the arc; medals cover the line. */
function PlayerMarker({ degrees }: { degrees: number }): ReactElement {
  return (
    <g className={styles.marker} style={{ '--turn': `${degrees}deg` } as CSSProperties}>
      <line className={styles.ray} x1={CENTRE.x} x2={CENTRE.x} y1={MARKER_Y + 10} y2={CENTRE.y - RADIUS} />
      <circle className={styles.markerGlow} cx={CENTRE.x} cy={MARKER_Y} r="15" />
      <circle className={styles.markerDot} cx={CENTRE.x} cy={MARKER_Y} r="6" />
    </g>
  )
}

interface TierMedalProps {
  readonly name: string
  readonly degrees: number
  readonly percent: number | undefined
  readonly isLit: boolean
}

/** Draws a medal: a disc in the colour of its metal, with the percentage of its tier. */
function TierMedal({ name, degrees, percent, isLit }: TierMedalProps): ReactElement {
  const { x, y } = at(degrees)
  return (
    <g className={styles.medal} data-tier={name} data-lit={isLit ? '' : undefined} transform={`translate(${x} ${y})`}>
      <circle className={styles.medalGlow} filter={`url(#${BLUR})`} r="78" />
      <circle className={styles.disc} r="40" />
      <circle className={styles.edge} r="40" />
      <circle className={styles.ring} r="33" />
      <text className={styles.percent} y="7">
        {percent === undefined ? '' : `${percent}%`}
      </text>
    </g>
  )
}
