// The rules of gifts: which part of the margin pays for them, and what a stake, a bonus and an account need.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { SOCIAL_BONUS } from '../../../game/base/economy.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { Card } from '../../parts/Card.tsx'
import { plainMoney } from '../../parts/plain.ts'
import { NumberField } from '../items/NumberField.tsx'
import { centsOf } from '../search.ts'
import { useFaultWords } from './bound-words.ts'
import type { EditorProps } from './editor-props.ts'
import { amountOf, countIn } from './numbers.ts'
import styles from './rewards.module.css'
import type { GiftsRecord } from './rewards-file.ts'

const PERCENT = countIn(0, 100)
const COUNT = countIn(0, 100_000)
const GAMES = ['case', 'upgrade', 'contract', 'wheel', 'battle'] as const

interface FieldsProps extends EditorProps {
  set: (change: Partial<GiftsRecord>) => void
}

function Shares({ record: { gifts }, bounds, locked, set }: FieldsProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  const all = faultOf('gifts')
  return (
    <Card title={t('gifts.shares')}>
      <p className={styles.quiet}>{t('gifts.shares-hint')}</p>
      {(['ownPercent', 'rafflePercent', 'priceRiskPercent'] as const).map((name) => (
        <NumberField
          key={name}
          label={t(`gifts.${name}`)}
          hint={faultOf('gifts', name) ?? t(`gifts.${name}-hint`)}
          value={String(gifts[name])}
          read={PERCENT}
          readOnly={locked !== undefined}
          onChange={(percent) => set({ [name]: percent })}
        />
      ))}
      {all === undefined ? null : <p className={styles.fault}>{all}</p>}
    </Card>
  )
}

function Bonuses({ record: { gifts }, bounds, locked, set }: FieldsProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  const { depositBonus, withoutDeposit } = gifts
  const readOnly = locked !== undefined
  return (
    <>
      <Card title={t('gifts.bonus')}>
        <NumberField
          label={t('gifts.bonus-percent')}
          hint={faultOf('gifts', 'depositBonus', 'percent') ?? t('gifts.bonus-percent-hint')}
          value={String(depositBonus.percent)}
          read={PERCENT}
          readOnly={readOnly}
          onChange={(percent) => set({ depositBonus: { ...depositBonus, percent } })}
        />
        <NumberField
          label={t('gifts.bonus-most')}
          hint={faultOf('gifts', 'depositBonus', 'most') ?? t('gifts.bonus-most-hint')}
          value={plainMoney(depositBonus.most)}
          read={centsOf}
          readOnly={readOnly}
          onChange={(most) => set({ depositBonus: { ...depositBonus, most } })}
        />
        <p className={styles.quiet}>{t('gifts.social', { sum: formatMoney(SOCIAL_BONUS) })}</p>
      </Card>
      <Card title={t('gifts.access')}>
        <p className={styles.quiet}>{t('gifts.access-hint')}</p>
        {(['steamLevel', 'accountDays'] as const).map((name) => (
          <NumberField
            key={name}
            label={t(`gifts.${name}`)}
            hint={faultOf('gifts', 'withoutDeposit', name) ?? t(`gifts.${name}-hint`)}
            value={String(withoutDeposit[name])}
            read={COUNT}
            readOnly={readOnly}
            onChange={(count) => set({ withoutDeposit: { ...withoutDeposit, [name]: count } })}
          />
        ))}
      </Card>
    </>
  )
}

function Stakes({ record: { gifts }, bounds, locked, set }: FieldsProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  const { leastStake, wonPriceHours } = gifts
  return (
    <>
      <Card title={t('gifts.stakes')}>
        <p className={styles.quiet}>{t('gifts.stakes-hint')}</p>
        {GAMES.map((game) => {
          const fault = faultOf('gifts', 'leastStake', game)
          return (
            <NumberField
              key={game}
              label={t(`gifts.games.${game}`)}
              {...(fault === undefined ? {} : { hint: fault })}
              value={plainMoney(leastStake[game])}
              read={amountOf}
              readOnly={locked !== undefined}
              onChange={(cents) => set({ leastStake: { ...leastStake, [game]: cents } })}
            />
          )
        })}
      </Card>
      <Card title={t('gifts.prices')}>
        <NumberField
          label={t('gifts.won-price')}
          hint={faultOf('gifts', 'wonPriceHours') ?? t('gifts.won-price-hint')}
          value={String(wonPriceHours)}
          read={COUNT}
          readOnly={locked !== undefined}
          onChange={(hours) => set({ wonPriceHours: hours })}
        />
      </Card>
    </>
  )
}

export function GiftsTab(props: EditorProps): ReactElement {
  const { record, onChange } = props
  const set = (change: Partial<GiftsRecord>): void => onChange({ ...record, gifts: { ...record.gifts, ...change } })
  return (
    <>
      <Shares {...props} set={set} />
      <Bonuses {...props} set={set} />
      <Stakes {...props} set={set} />
    </>
  )
}
