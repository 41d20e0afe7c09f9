// How worn an item is: two letters for the eye, the whole name on hover and for screen readers.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemView } from '../../contract/common.ts'

export function Condition({ wear }: { wear: NonNullable<ItemView['wear']> }): ReactElement {
  const { t } = useTranslation('common')
  const name = t(`wear.${wear}`)
  return (
    <span title={name}>
      <span aria-hidden="true">{wear}</span>
      <span className="unseen">{name}</span>
    </span>
  )
}
