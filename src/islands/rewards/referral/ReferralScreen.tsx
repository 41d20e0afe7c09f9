// The referral page: the player's link and tier, what the link has earned, the referred players, and the field for a friend's code.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { EARNING_DAYS } from '../../../game/rewards/referral.ts'
import { formatCount, formatMoney } from '../../../i18n/format.ts'
import { $referral, type Referral, startReferral } from '../../../stores/rewards/referral.ts'
import { island } from '../../island.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { Earnings } from './Earnings.tsx'
import { FriendCode } from './FriendCode.tsx'
import { OwnCode } from './OwnCode.tsx'
import { ReferredPlayers } from './ReferredPlayers.tsx'
import styles from './screen.module.css'
import { TierProgress } from './TierProgress.tsx'

function ReferralScreenView(): ReactElement {
  const { t } = useTranslation('referral')
  const referral = useStore($referral, { ssr: 'initial' })
  useEffect(startReferral, [])
  const own = referral.status === 'ready' ? referral.own : null
  return (
    <div className={styles.screen}>
      <section className={styles.hero} aria-labelledby="own-link">
        <div className={styles.own}>
          <h2 id="own-link">{t('own.title')}</h2>
          <OwnCode referral={referral} />
        </div>
        <TierProgress referral={referral} />
      </section>
      {referral.status === 'ready' && own === null ? <Steps /> : <ReferralFigures referral={referral} />}
      <section className={styles.panel} aria-labelledby="earnings">
        <h2 id="earnings">{t('earnings.title', { count: EARNING_DAYS })}</h2>
        <Earnings referral={referral} />
      </section>
      <section className={styles.panel} aria-labelledby="friend-code">
        <h2 id="friend-code">{t('friend.title')}</h2>
        <FriendCode referral={referral} />
      </section>
      {own !== null && <ReferredPlayers count={own.players} />}
    </div>
  )
}

/** Shows the results of the code in four figures, and skeletons while they are loading. */
function ReferralFigures({ referral }: { referral: Referral }): ReactElement {
  const { t, i18n } = useTranslation('referral')
  const own = referral.status === 'ready' ? referral.own : null
  const language = i18n.language as Language
  const figures = [
    {
      icon: 'link',
      label: t('numbers.visits'),
      figure: own && formatCount(own.visits, language),
      note: t('numbers.byLink'),
    },
    {
      icon: 'users',
      label: t('numbers.players'),
      figure: own && formatCount(own.players, language),
      note: own && t('numbers.depositors', { count: own.depositors }),
    },
    {
      icon: 'deposit',
      label: t('numbers.deposited'),
      figure: own && formatMoney(own.deposited),
      note: t('numbers.counted'),
    },
    { icon: 'bonuses', label: t('numbers.earned'), figure: own && formatMoney(own.earned), note: t('numbers.paid') },
  ]
  return (
    <ul className={styles.figures} aria-busy={referral.status === 'loading'}>
      {figures.map(({ icon, label, figure, note }) => (
        <li key={icon}>
          <Icon name={icon} size={24} className={styles.icon} />
          <span className={styles.label}>{label}</span>
          {figure === null ? (
            <span className={styles.figure}>
              {referral.status === 'loading' ? <Skeleton width="5ch" height="0.8em" /> : '–'}
            </span>
          ) : (
            <strong className={`price ${styles.figure}`}>{figure}</strong>
          )}
          <span className={styles.note}>{note ?? '\u00a0'}</span>
        </li>
      ))}
    </ul>
  )
}

/** Explains the steps to guests, in place of the figures. */
function Steps(): ReactElement {
  const { t } = useTranslation('referral')
  return (
    <ol className={styles.numbers}>
      {(['link', 'deposit', 'share'] as const).map((step, place) => (
        <li key={step}>
          <Icon name={(['link', 'deposit', 'bonuses'] as const)[place] ?? 'link'} size={24} className={styles.icon} />
          <h3 className={styles.step}>{t(`steps.${step}.title`)}</h3>
          <span className={styles.note}>{t(`steps.${step}.text`)}</span>
        </li>
      ))}
    </ol>
  )
}

export const ReferralScreen = island(ReferralScreenView)
