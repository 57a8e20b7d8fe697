import type { Workload } from '@redline/workload';

const modelSecret = 'redline-model';
const storageSecret = 'redline-storage';

/** The media engine on a cluster. */
export const workload = {
  name: 'media-engine',
  httpPort: 8081,
  reachedBy: ['gateway'],
  priority: 'working',
  environment: {
    MEDIA_HTTP_HOST: '0.0.0.0',
    MEDIA_HTTP_PORT: '8081',
    PUBLIC_URL: { setting: 'PUBLIC_URL', example: 'https://api.example.com' },
    UPLOAD_SECRET: {
      secret: 'redline-uploads',
      key: 'signing-key',
      example: 'an example of thirty-two letters or more',
    },
    S3_BUCKET: { setting: 'S3_BUCKET', example: 'redline-media' },
    S3_REGION: { setting: 'S3_REGION', example: 'eu-central-1' },
    S3_ENDPOINT: { setting: 'S3_ENDPOINT', example: 'https://s3.example.com', isOptional: true },
    S3_PUBLIC_ENDPOINT: {
      setting: 'S3_PUBLIC_ENDPOINT',
      example: 'https://media.example.com',
      isOptional: true,
    },
    // Without both the identity of the service account is used.
    S3_ACCESS_KEY_ID: { secret: storageSecret, key: 'access-key-id', example: 'AKIA', isOptional: true },
    S3_SECRET_ACCESS_KEY: {
      secret: storageSecret,
      key: 'secret-access-key',
      example: 'secret',
      isOptional: true,
    },
    VISION_MODEL_URL: { setting: 'VISION_MODEL_URL', example: 'https://models.example/v1', isOptional: true },
    VISION_MODEL_NAME: { setting: 'VISION_MODEL_NAME', example: 'a-model', isOptional: true },
    VISION_MODEL_KEY: { secret: modelSecret, key: 'vision', example: 'secret', isOptional: true },
    TRANSCRIPTION_MODEL_URL: {
      setting: 'TRANSCRIPTION_MODEL_URL',
      example: 'https://models.example/v1',
      isOptional: true,
    },
    TRANSCRIPTION_MODEL_NAME: { setting: 'TRANSCRIPTION_MODEL_NAME', example: 'a-model', isOptional: true },
    TRANSCRIPTION_MODEL_KEY: {
      secret: modelSecret,
      key: 'transcription',
      example: 'secret',
      isOptional: true,
    },
  },
  shutdown: { drainMs: 5_000, timeoutMs: 15_000 },
  startTimeoutSeconds: 120,
  // Single checks and batches have three processes each: of images, text and voice activity, 300, 600 and 200 MB. A
  // speech model of this installation needs what it takes, twice, besides.
  resources: { cpu: 2, memoryMib: 3_072, peakMemoryMib: 147 },
  // Two videos of 1 GiB at a time, and pictures of their frames.
  scratch: { '/tmp': 2_560 },
  replicas: { min: 2, max: 24 },
  // An image takes some three seconds of a core, a video a minute: what one replica works on, and as much again.
  scaling: {
    waitingJobs: {
      'media-engine-images': 4,
      'media-engine-videos': 2,
      'media-engine-batch-images': 20,
      'media-engine-batch-videos': 4,
    },
  },
  egress: ['public', 'storage', 'models'],
} as const satisfies Workload;
