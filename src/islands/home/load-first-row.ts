// The inline script after the first category of home: on a wide screen its crates, and those of the hero, load at once. A phone shows four of
// them, which have no lazy loading; WebKit asks for the others up to 0.5 s after the first paint.

export const LOAD_FIRST_ROW = `if(matchMedia('(min-width:768px)').matches)\
for(const crate of document.querySelectorAll('main img[loading=lazy][fetchpriority=low]'))crate.loading='eager'`
