// What the players who used a code brought, with the formula of its margin.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Brought } from '../../../protocol/office/promo.ts'
import { Count, Money } from '../../parts/Plain.tsx'
import { Facts } from '../../parts/Room.tsx'
import styles from './promo.module.css'

export function BroughtSection({ brought, isCase }: { brought: Brought; isCase: boolean }): ReactElement {
  const { t } = useTranslation('officePromo')
  const { uses, players, deposited, bonus, margin } = brought
  return (
    <section className={styles.part} aria-label={t('brought.title')}>
      <h3>{t('brought.title')}</h3>
      <Facts
        facts={[
          [t(isCase ? 'brought.opened' : 'brought.uses'), <Count key="uses" count={uses} />],
          [t('brought.players'), <Count key="players" count={players} />],
          [t('brought.deposited'), <Money key="deposited" cents={deposited} />],
          [t(isCase ? 'brought.won' : 'brought.bonus'), <Money key="bonus" cents={bonus} />],
          [t('brought.margin'), margin === null ? t('brought.many') : <Money key="margin" cents={margin} />],
        ]}
      />
      <p className={styles.formula}>{t(isCase ? 'brought.formula-case' : 'brought.formula')}</p>
    </section>
  )
}
