// The prizes of raffles by their kind, which rotate.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { RAFFLE_KINDS } from '../../../game/rewards/rewards.ts'
import { useFaultWords } from './bound-words.ts'
import type { EditorProps } from './editor-props.ts'
import { ItemList } from './ItemList.tsx'

export function RafflesTab({ record, items, bounds, locked, onChange }: EditorProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  return (
    <>
      {RAFFLE_KINDS.map((kind) => (
        <ItemList
          key={kind}
          title={t(`raffles.${kind}`)}
          hint={t('raffles.hint')}
          ids={record.raffles[kind]}
          items={items}
          faultAt={(at) => faultOf('raffles', kind, at)}
          locked={locked}
          onChange={(ids) => onChange({ ...record, raffles: { ...record.raffles, [kind]: ids } })}
        />
      ))}
    </>
  )
}
