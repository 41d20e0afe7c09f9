// The missions: what is to be done in a day or a week, and what it gives.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { MISSIONS_A_PERIOD } from '../../../game/base/economy.ts'
import { MISSION_GOALS, MISSION_PERIODS, type MissionPeriod } from '../../../game/rewards/rewards.ts'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import { SelectField } from '../../parts/Field.tsx'
import { plainMoney } from '../../parts/plain.ts'
import { NumberField } from '../items/NumberField.tsx'
import { useFaultWords } from './bound-words.ts'
import type { EditorProps } from './editor-props.ts'
import { amountOf, countIn } from './numbers.ts'
import { PrizeField } from './PrizeField.tsx'
import { RowActs } from './RowActs.tsx'
import styles from './rewards.module.css'
import type { MissionRecord } from './rewards-file.ts'

const KINDS = ['balance', 'item', 'case'] as const
const COUNT = countIn(1, 1_000_000)

interface MissionProps extends EditorProps {
  at: number
  name: string
  onMission: (mission: MissionRecord) => void
  onRemove: () => void
}

function Mission({ at, name, onMission, onRemove, ...props }: MissionProps): ReactElement | null {
  const { record, items, cases, bounds, locked } = props
  const { t } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  const mission = record.missions[at]
  if (mission === undefined) return null
  const { goal, count, reward } = mission
  const isMoney = goal === 'spent'
  return (
    <li className={styles.mission}>
      <div className={styles.missionTop}>
        <span className={styles.rowName}>{name}</span>
        <RowActs name={name} at={at} count={record.missions.length} locked={locked} onRemove={onRemove} />
      </div>
      <div className={styles.pair}>
        <SelectField
          label={t('missions.goal')}
          value={goal}
          onChange={({ target }) => {
            const chosen = MISSION_GOALS.find((one) => one === target.value)
            if (chosen !== undefined && locked === undefined) onMission({ ...mission, goal: chosen })
          }}
        >
          {MISSION_GOALS.map((one) => (
            <option key={one} value={one}>
              {t(`missions.goals.${one}`)}
            </option>
          ))}
        </SelectField>
        <NumberField
          label={t(isMoney ? 'missions.sum' : 'missions.count')}
          value={isMoney ? plainMoney(count) : String(count)}
          read={isMoney ? amountOf : COUNT}
          readOnly={locked !== undefined}
          onChange={(next) => onMission({ ...mission, count: next })}
        />
      </div>
      <PrizeField
        label={name}
        prize={reward}
        kinds={KINDS}
        items={items}
        cases={cases}
        fault={faultOf('missions', at, 'reward')}
        locked={locked}
        onChange={(prize) => onMission({ ...mission, reward: prize })}
      />
    </li>
  )
}

/** Returns an id that no mission has: what players have done and claimed is kept by it. */
function freeId(missions: readonly MissionRecord[], period: MissionPeriod): string {
  const taken = new Set(missions.map(({ id }) => id))
  let number = 1
  while (taken.has(`${period}-${number}`)) number++
  return `${period}-${number}`
}

function Period({ period, ...props }: EditorProps & { period: MissionPeriod }): ReactElement {
  const { record, locked, onChange } = props
  const { t } = useTranslation('officeRewardEditor')
  const { missions } = record
  const own = missions.flatMap((mission, at) => (mission.period === period ? [{ mission, at }] : []))
  const set = (next: readonly MissionRecord[]): void => onChange({ ...record, missions: next })
  const add = (): void => {
    const last = own.at(-1)?.at ?? (period === 'daily' ? -1 : missions.length - 1)
    const mission = { id: freeId(missions, period), period, goal: 'cases', count: 10, reward: { balance: 10 } } as const
    set(missions.toSpliced(last + 1, 0, mission))
  }
  const isWhole = own.length === MISSIONS_A_PERIOD
  const title = t(`missions.periods.${period}`)
  return (
    <Card
      title={title}
      aside={
        <Button icon="plus" disabledReason={locked} aria-label={t('missions.add-to', { title })} onClick={add}>
          {t('missions.add')}
        </Button>
      }
    >
      <p role="status" className={isWhole ? styles.good : styles.bad}>
        {t('missions.number', { count: own.length, wanted: MISSIONS_A_PERIOD })}
      </p>
      <ul className={styles.rows}>
        {own.map(({ mission, at }, place) => (
          <Mission
            key={mission.id}
            {...props}
            at={at}
            name={t('missions.one', { title, number: place + 1 })}
            onMission={(next) => set(missions.with(at, next))}
            onRemove={() => set(missions.toSpliced(at, 1))}
          />
        ))}
      </ul>
    </Card>
  )
}

export function MissionsTab(props: EditorProps): ReactElement {
  return (
    <>
      {MISSION_PERIODS.map((period) => (
        <Period key={period} period={period} {...props} />
      ))}
    </>
  )
}
