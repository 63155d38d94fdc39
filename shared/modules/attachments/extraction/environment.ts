/** Environment variables of functions that start jobs of Textract. */

/** ARN of the topic that Textract publishes the end of jobs to. */
export const textractTopicVariable = 'TEXTRACT_TOPIC_ARN';

/** ARN of the role that Textract takes for that. */
export const textractRoleVariable = 'TEXTRACT_ROLE_ARN';
