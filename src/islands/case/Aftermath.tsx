// What becomes of the result: sold or kept, where the thumb is.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { $openingBeside, keep, type Opening, sellAll, unsoldOf } from '../../stores/opening.ts'
import { Ahead } from '../ui/Ahead.tsx'
import { Button } from '../ui/Button.tsx'
import { once } from '../ui/once.ts'
import { useSale } from '../ui/use-sale.ts'
import styles from './controls.module.css'

export function Aftermath(): ReactElement | null {
  const opening = useStore($openingBeside, { ssr: 'initial' })
  if (opening.phase === 'asking') return <div className={styles.after} />
  if (opening.phase !== 'spinning' && opening.phase !== 'result') return null
  // The reel keeps the place of these buttons, so that nothing moves when the result comes; it finds them made.
  return (
    <div className={styles.after}>
      <Ahead isShown={opening.phase === 'result'}>
        <Choices demo={opening.demo} drops={opening.drops} />
      </Ahead>
    </div>
  )
}

function Choices({ demo, drops }: Pick<Extract<Opening, { phase: 'result' }>, 'demo' | 'drops'>): ReactElement {
  const { t } = useTranslation(['case', 'common'])
  const settle = useSale()
  const price = formatMoney(unsoldOf(drops))
  const single = drops.length === 1
  const selling = drops.some(({ state }) => state === 'selling')
  const left = drops.some(({ state }) => state === 'mine' || state === 'selling')
  if (demo || !left) return <Button onClick={once(keep)}>{t('result.close')}</Button>
  return (
    <>
      <Button icon="sell" loading={selling} onClick={once(() => void settle(sellAll()))}>
        {single ? t('result.sell', { price }) : t('result.sellAll', { price })}
      </Button>
      <Button icon="keep" onClick={once(keep)}>
        {single ? t('common:actions.keep') : t('result.keepAll')}
      </Button>
    </>
  )
}
