// What a part of the rewards costs a player and day, beside what was given in the last thirty days and the margin that pays for it.
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { RewardTab } from '../../../game/office/rewards.ts'
import { GIFT_PARTS, partCost } from '../../../game/rewards/gift-cost.ts'
import type { Rewards } from '../../../game/rewards/rewards.ts'
import { formatMoney, formatPercent } from '../../../i18n/format.ts'
import type { RewardsReply } from '../../../protocol/office/rewards.ts'
import { Card } from '../../parts/Card.tsx'
import { Money } from '../../parts/Plain.tsx'
import { Facts } from '../../parts/Room.tsx'
import { api } from '../api.ts'
import { Fault } from '../Fault.tsx'
import { POLL_MS } from '../session.ts'
import styles from './rewards.module.css'
import { PARTS_OF } from './tabs.ts'

interface CostProps {
  tab: RewardTab
  drafted: Rewards
  inForce: Rewards | null
}

/** An amount a player and day: cents are rounded, and less than half of one is told as that. */
function Amount({ cents }: { cents: number | null }): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  if (cents === null) return <span>–</span>
  if (cents > 0 && cents < 0.5) return <span>{t('cost.below', { sum: formatMoney(1) })}</span>
  return <Money cents={Math.round(cents)} />
}

function Part({ part, whole }: { part: number; whole: number }): ReactElement {
  const { i18n } = useTranslation('officeRewardEditor')
  if (whole <= 0) return <span>–</span>
  return (
    <span className="figures">
      {formatPercent(Math.round((part / whole) * 1000) / 1000, i18n.language as Language)}
    </span>
  )
}

function Numbers({ tab, drafted, inForce, past }: CostProps & { past: RewardsReply }): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const { part } = PARTS_OF[tab]
  const { playerDays, margin, given } = past
  const now = partCost(part, drafted, past)
  const before = inForce === null ? now : partCost(part, inForce, past)
  const aPlayerDay = (sum: number): number | null => (playerDays === 0 ? null : sum / playerDays)
  const all = GIFT_PARTS.reduce((sum, one) => sum + given[one], 0)
  return (
    <>
      <Facts
        facts={[
          [
            t('cost.drafted'),
            <strong key="drafted">
              <Amount cents={now} />
            </strong>,
          ],
          ...(now === before ? [] : [[t('cost.in-force'), <Amount key="in-force" cents={before} />] as const]),
          [t('cost.given'), <Amount key="given" cents={aPlayerDay(given[part])} />],
          [t('cost.margin'), <Amount key="margin" cents={aPlayerDay(margin)} />],
          [t('cost.part'), <Part key="part" part={given[part]} whole={margin} />],
          [t('cost.all'), <Part key="all" part={all} whole={margin} />],
        ]}
      />
      <p className={styles.quiet}>{t(`cost.notes.${part}`)}</p>
      <p className={styles.quiet}>{t('cost.bound', { percent: drafted.gifts.ownPercent })}</p>
      {playerDays === 0 ? <p className={styles.quiet}>{t('cost.none')}</p> : null}
      {past.missing.length === 0 ? null : (
        <p className={styles.warn}>{t('cost.missing', { count: past.missing.length })}</p>
      )}
    </>
  )
}

export function Cost(props: CostProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const { data, error } = useQuery({
    queryKey: ['rewards'],
    queryFn: () => api.get<RewardsReply>('/rewards'),
    refetchInterval: POLL_MS,
  })
  return (
    <Card title={t('cost.title')}>
      <Fault error={error} />
      {data === undefined ? <p className={styles.quiet}>{t('cost.loading')}</p> : <Numbers {...props} past={data} />}
    </Card>
  )
}
