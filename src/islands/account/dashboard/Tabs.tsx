// The tabs of the dashboard. The address names the displayed tab; arrow keys move between tabs.
import { type KeyboardEvent, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { TabContent } from './TabContent.tsx'
import { TAB_ICONS, TABS, type TabName, tabAfter, tabIn } from './tab-names.ts'
import styles from './tabs.module.css'

const tabId = (name: TabName): string => `tab-${name}`
const panelId = (name: TabName): string => `panel-${name}`

/** Returns the displayed tab and the function that shows another one. */
function useTab(): [TabName, (name: TabName) => void] {
  const [shown, setShown] = useState<TabName>(() => tabIn(location.search))
  useEffect(() => {
    const moved = (): void => setShown(tabIn(location.search))
    window.addEventListener('popstate', moved)
    return () => window.removeEventListener('popstate', moved)
  }, [])
  const show = (next: TabName): void => {
    history.replaceState(history.state, '', `?tab=${next}`)
    // A tab with places of its own goes back to its first one.
    if (next === shown) dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    setShown(next)
  }
  return [shown, show]
}

export function Tabs(): ReactElement {
  const { t } = useTranslation('dashboard')
  const [shown, show] = useTab()
  const list = useRef<HTMLDivElement>(null)
  const isMoved = useRef(false)

  // On a phone the row of tabs is wider than the screen: scroll the selected one into view.
  useLayoutEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>(`#${tabId(shown)}`)
    if (row === null || tab === null || tab === undefined) return
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    if (isMoved.current) tab.focus({ preventScroll: true })
    isMoved.current = false
  }, [shown])

  // A link to a tab shows the tab: on a phone the header would cover the screen.
  useEffect(() => {
    if (new URLSearchParams(location.search).has('tab')) list.current?.scrollIntoView()
  }, [])

  const move = (event: KeyboardEvent): void => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? null : tabAfter(event.key, shown)
    if (next === null) return
    event.preventDefault()
    isMoved.current = true
    show(next)
  }

  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={t('tabs.label')} className={styles.list} ref={list} onKeyDown={move}>
        {TABS.map((name) => (
          <button
            key={name}
            id={tabId(name)}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={name === shown}
            aria-controls={name === shown ? panelId(name) : undefined}
            tabIndex={name === shown ? 0 : -1}
            onClick={() => show(name)}
          >
            <Icon name={TAB_ICONS[name]} size={18} />
            {t(`tabs.${name}`)}
          </button>
        ))}
      </div>
      <div
        id={panelId(shown)}
        role="tabpanel"
        aria-labelledby={tabId(shown)}
        className={styles.panel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel is a stop for the keyboard, as the pattern for tabs has it
        tabIndex={0}
      >
        <TabContent key={shown} tab={shown} />
      </div>
    </div>
  )
}
