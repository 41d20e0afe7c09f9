// The wear of an item: two letters, with the full name on hover and for screen readers.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemView } from '../../../protocol/common.ts'

type Wear = NonNullable<ItemView['wear']>

export function Condition({ wear }: { wear: Wear }): ReactElement {
  const { t } = useTranslation('common')
  return <ConditionMark wear={wear} name={t(`wear.${wear}`)} />
}

/** Renders the wear with a given full name. */
export function ConditionMark({ wear, name }: { wear: Wear; name: string }): ReactElement {
  return (
    <span title={name}>
      <span aria-hidden="true">{wear}</span>
      <span className="unseen">{name}</span>
    </span>
  )
}
