// Chooses one item of the shop.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import type { Items, ShopItem } from './catalogue.ts'
import { ItemSearch } from './ItemSearch.tsx'

interface PickItemProps {
  items: Items
  /** What is chosen now. */
  chosen: string | undefined
  onPick: (item: ShopItem) => void
  onClose: () => void
}

export function PickItem({ items, chosen, onPick, onClose }: PickItemProps): ReactElement {
  const { t } = useTranslation(['officeItems', 'office'])
  return (
    <Dialog open onClose={onClose} title={t('pick.title')}>
      <ItemSearch
        items={items}
        actOf={(name) => t('pick.item', { name })}
        isChosen={({ id }) => id === chosen}
        reasonOf={({ id }) => (id === chosen ? t('pick.chosen') : undefined)}
        onChoose={(item) => {
          onPick(item)
          onClose()
        }}
      />
      <DialogActions>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}
