// The content of a tab, loaded when the tab is first shown, with skeletons until then and an empty state when loading fails.
import { type ComponentType, type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowSkeletons } from '../../ui/lists/RowSkeletons.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { LOAD_TAB, type TabName } from './tab-names.ts'

export function TabContent({ tab }: { tab: TabName }): ReactElement {
  const { t } = useTranslation('dashboard')
  // The component is wrapped in an object, because a state setter calls a function that it is given.
  const [shown, setShown] = useState<{ readonly View: ComponentType } | 'failed' | null>(null)
  useEffect(() => {
    let isGone = false
    LOAD_TAB[tab]().then(
      (View) => {
        if (!isGone) setShown({ View })
      },
      (fault: unknown) => {
        console.error(`The tab "${tab}" did not load`, fault)
        if (!isGone) setShown('failed')
      },
    )
    return () => {
      isGone = true
    }
  }, [tab])
  if (shown === 'failed') {
    // A browser may cache a failed module import: only reloading the page is sure to request it again.
    return <EmptyState icon="alert" text={t('tabs.failed')} onRetry={() => location.reload()} />
  }
  if (shown === null) return <RowSkeletons label={t('loading')} />
  return <shown.View />
}
