// The check of the strategies beside what is edited: each number that bounds one, as it is typed.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { RewardTab } from '../../../game/office/rewards.ts'
import type { Bound } from '../../../game/rewards/bound.ts'
import { Card } from '../../parts/Card.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { useBoundWords } from './bound-words.ts'
import styles from './rewards.module.css'
import { checksOf, type RuleCheck } from './tabs.ts'

function Check({ check: { rule, bound, broken } }: { check: RuleCheck }): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const { value, limit, strategy } = useBoundWords()(bound)
  return (
    <li className={styles.check} data-refused={broken > 0 || undefined}>
      <div className={styles.checkTop}>
        <strong>{t(`rules.${rule}`)}</strong>
        <Chip tone={broken > 0 ? 'bad' : 'good'}>{broken > 0 ? t('checks.refused') : t('checks.passes')}</Chip>
      </div>
      <p className={styles.numbers}>
        <span className="figures">{value}</span> <span className={styles.limit}>{limit}</span>
      </p>
      <p className={styles.quiet}>
        <span>{strategy}</span>
        {broken > 1 ? <span className={styles.places}>{t('checks.places', { count: broken })}</span> : null}
      </p>
    </li>
  )
}

export function Checks({ tab, bounds }: { tab: RewardTab; bounds: readonly Bound[] }): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const checks = checksOf(tab, bounds)
  const refused = checks.filter(({ broken }) => broken > 0).length
  return (
    <Card title={t('checks.title')}>
      <p role="status" className={refused > 0 ? styles.bad : styles.good}>
        {refused > 0 ? t('checks.some', { count: refused }) : t('checks.none')}
      </p>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <Check key={check.rule} check={check} />
        ))}
      </ul>
    </Card>
  )
}
