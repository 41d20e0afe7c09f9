// The sandbox's banner once a reader has put it away: `$banner` (stores/kernel/preferences.ts) stores that in this browser.

/** An inline script before the banner: hiding it after the first paint would move the page. */
export const HIDE_DISMISSED_BANNER =
  "try{if(localStorage.getItem('spacedrop:banner')==='off')document.documentElement.dataset.banner='off'}catch{}"
