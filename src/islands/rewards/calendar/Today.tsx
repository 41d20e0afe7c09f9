// The panels of today and tomorrow: prize, claim and result of today, the prizes ahead, and what a missed day costs.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { PrizeView } from '../../../protocol/prize.ts'
import { isCalm } from '../../../stores/kernel/preferences.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { $claiming, type Claiming, claimDay, loadCalendar } from '../../../stores/rewards/calendar.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { SignInButton } from '../../ui/controls/SignInButton.tsx'
import { singleClick } from '../../ui/controls/single-click.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ItemCard } from '../../ui/items/ItemCard.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { GiftRefusal } from '../../ui/messages/GiftRefusal.tsx'
import { CountUp } from '../../ui/money/CountUp.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { Particles } from '../../ui/motion/Particles.tsx'
import { zoneWords } from '../../ui/zone-words.ts'
import { LockedGifts } from '../../withdrawal/LockedGifts.tsx'
import { useClaim } from '../parts/use-claim.ts'
import { prizeWords, type ReadyCalendar } from './CalendarRing.tsx'
import styles from './calendar.module.css'

interface TodayProps {
  readonly calendar: ReadyCalendar
}

export function Today({ calendar }: TodayProps): ReactElement {
  const { t } = useTranslation('calendar')
  const claiming = useStore($claiming, { ssr: 'initial' })
  const { number, claimed, ended, days } = calendar
  const today = days.find((day) => day.number === number)
  const isSuper = today?.isSuper === true
  const won = claiming.phase === 'claimed' && claiming.streak === number
  // The days are read again after a claim: until then the claim itself says that today is claimed.
  const isClaimed = claimed || won
  return (
    <section className={styles.today} data-won={won || undefined} aria-labelledby="today">
      {won && isSuper && claiming.drop !== null && !isCalm() && <Particles rarity={claiming.drop.item.rarity} />}
      <div className={styles.heading}>
        <h2 id="today">{isSuper ? t('todaySuper', { number }) : t('today', { number })}</h2>
        <p className={styles.row}>{isClaimed ? t('row', { count: number }) : t('begin', { number })}</p>
      </div>
      {today !== undefined && <Prize prize={today.prize} counts={won} />}
      {ended > 0 && (
        <p className={styles.ended}>
          <Icon name="info" size={16} />
          {t('ended', { count: ended })}
        </p>
      )}
      <ClaimStep calendar={calendar} claiming={claiming} isClaimed={isClaimed} />
    </section>
  )
}

function Prize({ prize, counts }: { prize: PrizeView; counts: boolean }): ReactElement | null {
  const place = useClaim<HTMLParagraphElement>(counts ? prize : null)
  if (prize.kind === 'item') {
    return <ItemCard item={prize.item} price={prize.price} size="l" lazy={false} className={styles.item} />
  }
  if (prize.kind !== 'balance') return null
  return (
    <p ref={place} className={styles.money}>
      {counts ? <CountUp cents={prize.amount} /> : <Price cents={prize.amount} />}
    </p>
  )
}

/** Shows the next step: signing in, claiming, or what the claim gave. */
function ClaimStep({
  calendar,
  claiming,
  isClaimed,
}: TodayProps & { claiming: Claiming; isClaimed: boolean }): ReactElement {
  const { t } = useTranslation('calendar')
  const user = useStore($user, { ssr: 'initial' })
  return (
    <div className={styles.step}>
      {claiming.phase === 'offline' && <Alert text={t('offline')} />}
      {isClaimed ? (
        <p className={styles.done}>
          <Icon name="check" size={20} />
          <span>
            {t('claimed')} {claiming.phase === 'claimed' && <span>{claiming.message}</span>}{' '}
            {claiming.phase === 'claimed' && claiming.drop !== null && <a href="/dashboard">{t('inventory')}</a>}
          </span>
        </p>
      ) : user.status === 'guest' ? (
        <SignInButton tone="signal" size="l" />
      ) : calendar.giftRefusal !== null ? (
        <GiftRefusal text={calendar.giftRefusal} />
      ) : (
        <Button
          tone="signal"
          size="l"
          icon="calendar"
          loading={claiming.phase === 'asking'}
          onClick={singleClick(() => void claimDay())}
        >
          {t('claim', { number: calendar.number })}
        </Button>
      )}
      <p className="unseen" role="status">
        {claiming.phase === 'claimed' && <span>{`${t('claimed')} ${claiming.message}`}</span>}
        {claiming.phase === 'refused' && <span>{claiming.message}</span>}
      </p>
    </div>
  )
}

/** Tells when tomorrow begins, its prize, and what happens to a run of days with a gap. */
export function Tomorrow({ calendar }: TodayProps): ReactElement {
  const { t, i18n } = useTranslation('calendar')
  const language = i18n.language as Language
  const { tomorrow, nextSuper, afterMissed, claimed, to, timeZone } = calendar
  const { hour, zone, own } = zoneWords(to, timeZone, language)
  const words = { number: tomorrow.number, first: afterMissed }
  return (
    <section className={styles.next} aria-label={t('then')}>
      <p className={styles.missed}>{claimed ? t('missed', words) : t('missedToday', words)}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('nextDay')}</dt>
          <dd>
            <Countdown untilMs={to} onEnd={() => void loadCalendar()} className={styles.countdown} />
          </dd>
          <dd className={styles.quiet}>
            {own === null ? t('nextAt', { hour, zone }) : t('nextAtOwn', { hour, zone, own })}
          </dd>
        </div>
        <div>
          <dt>{t('tomorrow', { number: tomorrow.number })}</dt>
          <dd>{prizeWords(tomorrow.prize, language)}</dd>
        </div>
        <div>
          <dt>{t('nextSuper', { number: nextSuper.number })}</dt>
          <dd>{prizeWords(nextSuper.prize, language)}</dd>
        </div>
      </dl>
      <LockedGifts />
    </section>
  )
}
