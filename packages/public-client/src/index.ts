export { type IsInNetworks, readNetworks } from './networks.ts';
export { type Answer, createPost, type Post, type PostOptions, type PostRequest } from './post.ts';
export { createPublicAgent, type Internet, internet, resolvePublic, type Target } from './public-agent.ts';
export { hostOf, publicUrl, type UrlRules } from './public-url.ts';
export { httpsNeeded, PublicUrlError, type PublicUrlErrorKind } from './public-url-error.ts';
