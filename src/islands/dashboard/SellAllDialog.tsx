// Asks once more before everything is sold, and says how many items that is and for how much.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { formatCount, formatMoney } from '../../i18n/format.ts'
import { $account, loadAccount } from '../../stores/account.ts'
import { $selling, sellEverything } from '../../stores/own-items.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Price } from '../ui/Price.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useSale } from '../ui/use-sale.ts'
import styles from './items-room.module.css'

interface SellAllDialogProps {
  readonly open: boolean
  onClose(): void
}

export function SellAllDialog({ open, onClose }: SellAllDialogProps): ReactElement {
  const { t } = useTranslation('dashboard')
  return (
    <Dialog open={open} onClose={onClose} label={t('sellAll.title')}>
      <Sure onClose={onClose} />
    </Dialog>
  )
}

function Sure({ onClose }: { onClose: () => void }): ReactElement {
  const { t, i18n } = useTranslation('dashboard')
  const account = useStore($account)
  const isSelling = useStore($selling)
  const say = useSale()
  const [isFresh, setFresh] = useState(false)
  // What is asked about is what is owned now, not when the page was loaded.
  useEffect(() => {
    void loadAccount().then(() => setFresh(true))
  }, [])
  const items = isFresh && account.status === 'ready' ? account.items : null
  const sell = async (): Promise<void> => {
    const sale = await sellEverything()
    if (sale === null) return
    await say(sale)
    onClose()
  }
  return (
    <div className={styles.sure}>
      <h2>{t('sellAll.title')}</h2>
      <p className={styles.sum} aria-busy={items === null}>
        {items === null ? (
          <Skeleton width="100%" height={30} />
        ) : (
          <>
            <span>
              {t('head.count', { count: items.count, shown: formatCount(items.count, i18n.language as Language) })}
            </span>
            <strong>
              <Price cents={items.worth} />
            </strong>
          </>
        )}
      </p>
      <p>{t('sellAll.text')}</p>
      <div className={styles.ways}>
        <Button size="l" disabled={isSelling} onClick={onClose}>
          {t('sellAll.keep')}
        </Button>
        <Button
          tone="danger"
          size="l"
          loading={isSelling}
          disabled={items === null || items.count === 0}
          onClick={() => void sell()}
        >
          {t('items.sell', { sum: formatMoney(items?.worth ?? 0) })}
        </Button>
      </div>
    </div>
  )
}
