// What becomes of the result: sold or kept, where the thumb is.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { $opening, $unsold, keep, sellAll } from '../../stores/opening.ts'
import { Button } from '../ui/Button.tsx'
import { once } from '../ui/once.ts'
import { useSale } from '../ui/use-sale.ts'
import styles from './controls.module.css'

export function Aftermath(): ReactElement | null {
  const { t } = useTranslation(['case', 'common'])
  const opening = useStore($opening, { ssr: 'initial' })
  const unsold = useStore($unsold, { ssr: 'initial' })
  const settle = useSale()
  // The reel keeps the place of these buttons, so that nothing moves when the result comes.
  if (opening.phase === 'asking' || opening.phase === 'spinning') return <div className={styles.after} />
  if (opening.phase !== 'result') return null
  const price = formatMoney(unsold)
  const single = opening.drops.length === 1
  const selling = opening.drops.some(({ state }) => state === 'selling')
  const left = opening.drops.some(({ state }) => state === 'mine' || state === 'selling')
  if (opening.demo || !left) {
    return (
      <div className={styles.after}>
        <Button onClick={once(keep)}>{t('result.close')}</Button>
      </div>
    )
  }
  return (
    <div className={styles.after}>
      <Button icon="sell" loading={selling} onClick={once(() => void settle(sellAll()))}>
        {single ? t('result.sell', { price }) : t('result.sellAll', { price })}
      </Button>
      <Button icon="keep" onClick={once(keep)}>
        {single ? t('common:actions.keep') : t('result.keepAll')}
      </Button>
    </div>
  )
}
