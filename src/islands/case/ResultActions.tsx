// The buttons that sell or keep the result.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { $opening, keep, type Opened, sellAllDrops, unsoldOf } from '../../stores/games/opening.ts'
import { Button } from '../ui/Button.tsx'
import { Prerendered } from '../ui/Prerendered.tsx'
import { singleClick } from '../ui/single-click.ts'
import { useSale } from '../ui/use-sale.ts'
import styles from './controls.module.css'

export function ResultActions(): ReactElement | null {
  const opening = useStore($opening, { ssr: 'initial' })
  if (opening.phase === 'asking') return <div className={styles.after} />
  if (opening.phase !== 'playing' && opening.phase !== 'result') return null
  // Rendered while the reel runs, so that the layout does not shift when the result appears.
  return (
    <div className={styles.after}>
      <Prerendered isShown={opening.phase === 'result'}>
        <Choices {...opening.played} />
      </Prerendered>
    </div>
  )
}

function Choices({ demo, drops }: Opened): ReactElement {
  const { t } = useTranslation(['case', 'common'])
  const settle = useSale()
  const price = formatMoney(unsoldOf(drops))
  const single = drops.length === 1
  const selling = drops.some(({ state }) => state === 'selling')
  const left = drops.some(({ state }) => state === 'mine' || state === 'selling')
  if (demo || !left) return <Button onClick={singleClick(keep)}>{t('result.close')}</Button>
  return (
    <>
      <Button icon="sell" loading={selling} onClick={singleClick(() => void settle(sellAllDrops()))}>
        {single ? t('result.sell', { price }) : t('result.sellAll', { price })}
      </Button>
      <Button icon="keep" onClick={singleClick(keep)}>
        {single ? t('common:actions.keep') : t('result.keepAll')}
      </Button>
    </>
  )
}
